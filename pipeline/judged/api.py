"""The Python API: evaluate what is in memory or in files, and open stores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from judged import given
from judged.contract.contract import Contract
from judged.contract.fields import FIELDS
from judged.contract.settings import ON_BAD_LINE, OnBadLine, Origin, Settings, resolve
from judged.errors import ArgumentError, ExitCode, RefusedError
from judged.evaluation.workspace import Workspace
from judged.ingestion.ingest import ingest
from judged.reporting.advised import advice_lines
from judged.scoring.score import score
from judged.store.jobs import recorded
from judged.store.store import Store
from judged.text import MEMORY
from judged.validation.schemas import Schemas
from judged.validation.validate import validate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    import polars

    from judged.evaluation.findings import Verdict

    PathText: TypeAlias = str | PathLike[str]

# Rules give their advice in the words of the command line.
IN_PYTHON = (
    'in Python --unjudged zero is judged.Contract(unjudged="zero"),'
    ' --preset trec_eval the contract "trec_eval",'
    ' and --on-bad-line skip the argument on_bad_line="skip"'
)


# Frames have no single answer to ==.
@dataclass(frozen=True, eq=False)
class Result:
    """What an evaluation gave.

    Attributes:
        contract: what the scores mean.
        contract_id: its identifier.
        query_scores: one row per run, query and k, with the columns of table `query_scores`.
        run_scores: one row per run and k, with the columns of table `run_scores`.
        findings: one row per broken rule and run, with how many places broke it.
    """

    contract: Contract
    contract_id: str
    query_scores: polars.DataFrame
    run_scores: polars.DataFrame
    findings: polars.DataFrame


def evaluate(
    qrels: Any,
    runs: Any,
    contract: Contract | str | None = None,
    *,
    queries: PathText | Iterable[str] | None = None,
    store: Store | PathText | None = None,
    on_bad_line: OnBadLine = "refuse",
    formats: Mapping[str, str] | None = None,
    columns: Mapping[str, Any] | None = None,
    max_unpacked: int | None = None,
    wait: float = 0.0,
) -> Result:
    """Validates and scores runs against judgments.

    Args:
        qrels: a path; `{query_id: {doc_id: grade}}`; or a pandas, polars or Arrow frame with the
            columns query_id, doc_id, grade and, if wanted, iteration.
        runs: one run or several. A run is a path; `{query_id: {doc_id: score}}`;
            `{query_id: [doc_id, ...]}` best first, where the position gives rank and score; or a
            frame with the columns query_id, doc_id, score and, if wanted, rank and run_id. Several
            are a list of paths, or a dict of runs by name.
        contract: a `Contract`, a preset's name, or None for strict.
        queries: which queries are evaluated: their ids, in any order, or the path of a file as
            `--queries` takes it (a single text is a path); every judged query by None.
        store: where to keep everything, with a row in `jobs`; by None nothing is kept. One of an
            older version of judged is brought up to date.
        on_bad_line: "refuse" runs with lines that cannot be read (where judgments have some, every
            run), or "skip" them: a warning then says how many were left out. A row of a dict or
            frame whose score is no number is such a line too.
        formats: how files are to be read, such as `{"run": "json-best-first"}`; told from the
            files where it says nothing.
        columns: names of columns by what they hold, such as `{"query": "qid", "doc": "docno"}`, of
            files that name their columns; or two such by kind, `{"qrels": {...}, "run": {...}}`.
        max_unpacked: how many bytes a packed file may unpack to; 50 GB by default.
        wait: for how many seconds to wait where another process has the file `store` open.

    Returns:
        Scores and findings. Warnings are findings too; look at them.

    Raises:
        RefusedError: findings of severity error. Its message ends with what can be done; its
            `findings` lists their places (up to 100 a rule and run, and every zero-IDCG and missing
            query), its `result` has the scores of the runs that were not refused.
        ContractError, InputError, ArgumentError: all are ValueErrors, as RefusedError is.
        StateError: the store is locked, no DuckDB file, or of a newer version.
    """
    settings = _settings(contract, on_bad_line)
    call = given.Call(
        qrels, runs, contract, queries, given.ways(formats, columns, max_unpacked), on_bad_line
    )
    if isinstance(store, Store):
        with store.apart() as opened:
            return _evaluate(opened, settings, call)
    path = MEMORY if store is None else given.store_path(store)
    with Store.open(path, wait=wait) as opened:
        return _evaluate(opened, settings, call)


def open_store(path: PathText, *, read_only: bool = True, wait: float = 0.0) -> Store:
    """Opens a store to query it: `open_store("judged.duckdb").sql("from latest_run_scores")`.

    Args:
        path: of the database.
        read_only: as several processes may have it open, as long as none of them writes. Opened for
            writing, a store of an older version of judged is brought up to date.
        wait: for how many seconds to wait where another process has it open.

    Raises:
        MissingStoreError: read_only, and there is no such file.
        StateError: locked, no DuckDB file, of a newer version, or of an older one and read_only.
        ArgumentError: wait is no number of seconds.
    """
    return Store.open(given.store_path(path), read_only=read_only, wait=wait)


def _settings(contract: Contract | str | None, on_bad_line: OnBadLine) -> Settings:
    if on_bad_line not in ON_BAD_LINE:
        raise ArgumentError(f"on_bad_line: {on_bad_line!r} is neither 'refuse' nor 'skip'")
    return replace(_contract_settings(contract), on_bad_line=on_bad_line)


def _contract_settings(contract: Contract | str | None) -> Settings:
    """The contract with the origins of its fields; a field at its default counts as not chosen."""
    if contract is None or isinstance(contract, str):
        return resolve({}, contract)
    if not isinstance(contract, Contract):
        raise ArgumentError(f"contract: {contract!r} is no Contract and no preset's name")
    default = Contract()
    origins: dict[str, Origin] = {
        name: "default" if getattr(contract, name) == getattr(default, name) else "option"
        for name in FIELDS
    }
    return Settings(contract, origins)


def _evaluate(store: Store, settings: Settings, call: given.Call) -> Result:
    """The stages up to the scores, in a job of their own."""
    _require_writable(store)
    schemas = Schemas.of()
    with recorded(store, None, call.text) as current:
        workspace = _ingested(store, settings, call)
        current.evaluations = workspace.evaluation_ids
        validated = validate(store, workspace, schemas)
        scored = score(store, workspace, schemas)
        result = _result(store, workspace)
        if validated.refused:
            places = _findings(store, workspace, "findings").to_dicts()
            raise RefusedError(_refusal(validated, settings.contract), places, result)
        if "gate" in _severities(scored, workspace.contract):
            current.exit_code = ExitCode.GATE
    return result


def _require_writable(store: Store) -> None:
    (is_read_only,) = store.rows(
        "select readonly from duckdb_databases() where database_name = current_database()"
    )[0]
    if is_read_only:
        raise ArgumentError(
            f"store: {store.path} is open for reading only;"
            " pass its path, or open_store(path, read_only=False)"
        )


def _ingested(store: Store, settings: Settings, call: given.Call) -> Workspace:
    path = given.queries_path(call.queries)
    ids = None if call.queries is None else path or given.query_ids(call.queries)
    ingested = ingest(
        store,
        qrels=given.qrels_input(call.qrels),
        runs=given.run_inputs(call.runs),
        queries=ids,
        ways=call.ways,
    )
    assert ingested.qrels is not None
    return Workspace.of(store, settings, ingested.qrels, ingested.runs, ingested.queries)


def _refusal(verdict: Verdict, contract: Contract) -> str:
    """The reason of every refused run, and below them what can be done about each broken rule."""
    fields = contract.as_json()
    told = advice_lines(
        found.rule_id for found in verdict.findings if found.severity(fields) == "error"
    )
    if any("--" in line for line in told):
        told.append(IN_PYTHON)
    reasons = "; ".join(f"{run_id}: {reason}" for run_id, reason in verdict.refused.items())
    return "\n".join([f"refused: {reasons}", *told])


def _severities(verdict: Verdict, contract: Contract) -> set[str]:
    """How grave the findings are that are about the contract's cutoffs, or about none."""
    fields, ks = contract.as_json(), (None, *contract.ks)
    return {found.severity(fields) for found in verdict.findings if found.k in ks}


def _result(store: Store, workspace: Workspace) -> Result:
    contract = workspace.contract
    return Result(
        contract=contract,
        contract_id=contract.contract_id,
        query_scores=_scores(store, workspace, "query_scores", "run_id, query_id, k"),
        run_scores=_scores(store, workspace, "run_scores", "run_id, k"),
        findings=_findings(store, workspace, "finding_totals"),
    )


def _scores(store: Store, workspace: Workspace, table: str, order: str) -> polars.DataFrame:
    return store.sql(
        f"select * from {table} where array_contains($ids, evaluation_id)"
        f" and array_contains($ks, k) order by {order}",
        {"ids": workspace.evaluation_ids, "ks": workspace.contract.ks},
    )


def _findings(store: Store, workspace: Workspace, table: str) -> polars.DataFrame:
    """Findings, each once: one of the judgments stands in the store for every evaluation.

    Those of cutoffs that are stored besides are not of this call.
    """
    return store.sql(
        "select * replace (case when run_id is not null then evaluation_id end as evaluation_id)"
        f" from {table} where array_contains($ids, evaluation_id)"
        " and (k is null or array_contains($ks, k))"
        " group by all order by severity, rule_id, run_id nulls first, min(rowid)",
        {"ids": workspace.evaluation_ids, "ks": workspace.contract.ks},
    )
