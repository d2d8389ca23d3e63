-- newest_evaluations: of each run and contract what was scored last, on one set of judgments.
-- params:  none
-- reads:   evaluations
-- returns: evaluation_id, contract_id, run_id
-- grain:   one row per run_id and contract_id
-- source:  evaluations; those of a contract on other judgments, or other queries, than its newest
--          do not stand beside it, and a refusal hides nothing
with scored as (
    select
        evaluation_id,
        contract_id,
        run_id,
        qrels_source_id,
        queries_sha256,
        row_number() over (
            partition by run_id, contract_id, qrels_source_id, queries_sha256
            order by rowid desc
        ) as age,
        row_number() over (partition by contract_id order by rowid desc) as age_in_contract
    from evaluations
    where status = 'scored'
)

select
    s.evaluation_id,
    s.contract_id,
    s.run_id
from scored as s
inner join scored as last
    on
        s.contract_id = last.contract_id
        and s.qrels_source_id = last.qrels_source_id
        and s.queries_sha256 is not distinct from last.queries_sha256
where s.age = 1 and last.age_in_contract = 1
