"""Columns of pyarrow, solved without files."""

from __future__ import annotations

import pytest

import nonet
from boards import EASY, FOUR, HARD

pa = pytest.importorskip("pyarrow")


def test_arrow_columns() -> None:
    column = pa.chunked_array([[EASY, "oops"], [FOUR, None]])
    found = nonet.solve_arrow(column).to_pylist()
    assert [row["status"] for row in found] == ["unique", "malformed", "unique", "malformed"]
    assert found[0]["solution"] == str(nonet.solve(EASY).solution)
    assert nonet.rate_arrow(pa.array([EASY]), scales="er").to_pylist()[0]["er"] == 1.2
    assert nonet.solve_arrow(pa.array([], pa.string())).num_rows == 0
    with pytest.raises(nonet.ArgumentError, match="expected a pyarrow column of texts"):
        nonet.solve_arrow([EASY])
    with pytest.raises(nonet.ArgumentError, match="found one of int64"):
        nonet.solve_arrow(pa.array([1]))
    with pytest.raises(nonet.ArgumentError, match="limit: expected a Limit, an integer or None"):
        nonet.solve_arrow(pa.array([EASY]), limit="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["dictionary", "string_view", "binary", "large_binary", "fixed"])
def test_arrow_columns_of_other_types_are_texts(kind: str) -> None:
    texts = pa.array([EASY, None, HARD, EASY])
    types = {
        "dictionary": pa.dictionary(pa.int32(), pa.string()),
        "string_view": pa.string_view(),
        "binary": pa.binary(),
        "large_binary": pa.large_binary(),
        "fixed": pa.binary(81),
    }
    column = (
        texts.cast(pa.binary()).cast(types[kind]) if kind == "fixed" else texts.cast(types[kind])
    )
    again = [EASY, None, HARD, EASY] * 2
    for one, plain in ((column, again[:4]), (column[1:3], again[1:3])):
        assert nonet.solve_arrow(one).equals(nonet.solve_arrow(pa.array(plain)))
    chunks = pa.chunked_array([column, column])
    assert nonet.solve_arrow(chunks).equals(nonet.solve_arrow(pa.array(again)))
    with pytest.raises(nonet.ArgumentError, match="texts in UTF-8, found other bytes"):
        nonet.solve_arrow(pa.array([b"\xff"]))
