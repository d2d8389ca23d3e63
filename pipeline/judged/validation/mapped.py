"""Rules of ids that doc_ids turns into others: which it does not, and what falls together by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judged.evaluation.findings import check
from judged.text import shortened

if TYPE_CHECKING:
    from judged.contract.contract import Contract
    from judged.evaluation.findings import Finding
    from judged.store.store import Store


def maps_judgments(contract: Contract) -> bool:
    """Whether the ids of the judgments are turned too."""
    return contract.doc_ids != "as_is" and bool(contract.doc_ids.judgments)


def mapped_findings(store: Store, contract: Contract) -> list[Finding]:
    """What there is to say of a contract whose doc_ids is not as_is."""
    found = check(store, "unmapped-id", maps_judgments=maps_judgments(contract))
    found += _fallen_together(store, "duplicate-judgment", contract.qrels_duplicates == "error")
    found += _fallen_together(store, "duplicate-document", contract.run_duplicates == "error")
    for k in contract.ks:
        if k:
            found += [replace(each, k=k) for each in check(store, "shortened-list", k=k)]
    return found


def _fallen_together(store: Store, rule_id: str, is_error: bool) -> list[Finding]:
    """Lines that are one document, or one pair, only since their ids were turned."""
    return [
        replace(found, message=_message(found, what_to_do=_ADVICE[rule_id] if is_error else ""))
        for found in check(store, rule_id)
    ]


_ADVICE = {
    "duplicate-document": "; --run-duplicates keep_best lets the best-ranked chunk stand for its"
    " document",
    "duplicate-judgment": "; --qrels-duplicates max, min or majority makes one grade of theirs",
}


def _message(found: Finding, what_to_do: str) -> str:
    first = found.examples[0]
    return (
        f"{found.places:,} lines fell together by doc_ids, the first"
        f" {shortened(first.value)!r} as {shortened(first.doc_id)!r} of query"
        f" {first.query_id!r}{what_to_do}"
    )
