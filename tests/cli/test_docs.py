"""`adjudge docs`: every page comes along, the reference is made from the code, and no link leads nowhere."""

import re

import adjudge.engine
from adjudge.cli import docs


def test_pages_are_listed_printed_and_searched(run):
    listed = run("docs").stdout
    assert all(name in listed for name in ("write-your-own-game", "reference", "games/mdrg"))
    assert run("docs", "mdrg").stdout.startswith("# Mutants and Death Ray Guns")
    assert "command-line: " in run("docs", "--search", "exit code").stdout
    refused = run("docs", "referense")
    assert refused.exit_code == 2
    assert "did you mean reference?" in refused.stderr


def test_the_reference_describes_everything_that_the_engine_offers_by_its_own_docstrings():
    text = docs.text_of("reference")
    described = set(re.findall(r"^### (\w+)$", text, re.MULTILINE))
    assert described >= set(adjudge.engine.__all__)
    assert "| `rules` | `Rulebook \\| str` | must be given |" in text
    assert "The rulebook, or the package whose `rulebook.toml` is read when it is first needed." in text
    assert "Table.ask(seat: str, rule: str, question: Question[A]) -> A" in text
    assert not re.search("at 0x[0-9a-f]{6}", text)


def test_the_pages_in_the_browser_need_no_network_and_every_link_leads_somewhere(tmp_path):
    docs.write_html(tmp_path)
    pages = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    assert len(pages) == len(docs.names())
    for path, text in pages.items():
        assert not re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=.https?:", text)
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            place, _, anchor = link.partition("#")
            if "://" in link:
                continue
            target = (path.parent / place).resolve() if place else path
            if target.is_relative_to(tmp_path):  # what belongs to the project itself is no page of the package
                assert target.exists(), f"{path.name}: {link}"
                assert not anchor or f'id="{anchor}"' in pages[target], f"{path.name}: {link}"
