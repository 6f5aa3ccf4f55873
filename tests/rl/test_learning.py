"""The training example in short: from any play to play that hardly loses to the best."""

import runpy


def test_the_example_learns_pig():
    learner = runpy.run_path("docs/examples/learn_pig.py")["Learner"](target=12)
    before = learner.wins(200)
    learner.learn(600)
    assert before < 0.4
    assert learner.wins(200) > 0.42
