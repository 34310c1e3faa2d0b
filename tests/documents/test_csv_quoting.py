"""Quotes of tables: whatever stands in names and cells is read back."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

import nonet
from nonet.core.notes import Notes
from nonet.documents import csv_file

AWKWARD = ['a"b', '"', "a,b", "a;b;c;d", "a\tb", "a\rb", "a\nb", "a\r\nb", "end\r", "ünï"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("text", AWKWARD)
def test_names_and_cells_come_back(text: str, separator: str) -> None:
    details = (("first", text), (text.strip(), "second"))
    puzzle = replace(nonet.parse("1..4..1.2.4..3.."), notes=Notes(comment=text, details=details))
    data = b"".join(csv_file.write([puzzle, puzzle], separator=separator))
    found = [entry.puzzle for entry in csv_file.read(io.BytesIO(data))]
    assert found == [puzzle, puzzle]
    for again in found:
        assert again is not None and again.notes.details == details and again.notes.comment == text


def test_others_read_the_table_too() -> None:
    puzzle = replace(nonet.parse("1..4..1.2.4..3.."), notes=Notes(comment='a,"b"'))
    text = b"".join(csv_file.write([puzzle])).decode()
    assert list(csv.reader(io.StringIO(text))) == [["puzzle", "comment"], [str(puzzle), 'a,"b"']]
    assert text.endswith('"a,""b"""\n') and "\r" not in text
