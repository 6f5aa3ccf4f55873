"""The difference of two documents makes the one of the other, and is small where little changed."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine.deltas import applied, delta

documents = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "a", "="]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc=~#+-"), inner, max_size=4),
    max_leaves=12,
)


@given(before=documents, after=documents)
def test_applying_the_difference_gives_the_other_document_to_the_letter(before, after):
    original = msgspec.json.encode(before)
    change = msgspec.json.decode(msgspec.json.encode(delta(before, after)))
    assert msgspec.json.encode(applied(before, change)) == msgspec.json.encode(after)
    assert msgspec.json.encode(before) == original


@given(document=documents)
def test_equal_documents_have_no_difference(document):
    assert delta(document, msgspec.json.decode(msgspec.json.encode(document))) == {}


def test_a_journal_with_a_new_line_and_a_changed_one_is_told_by_these():
    journal = [{"id": number, "text": "words " * 20, "status": "canon"} for number in range(500)]
    later = [*journal[:498], {**journal[498], "status": "struck"}, journal[499], {"id": 500, "text": "new"}]
    change = delta({"journal": journal}, {"journal": later})
    assert len(msgspec.json.encode(change)) < 120
