-- newest_evaluations: the evaluation of each run and contract that was written last.
-- params:  none
-- reads:   evaluations
-- returns: evaluation_id, contract_id, run_id
-- grain:   one row per run_id and contract_id
-- source:  evaluations
with aged as (
    select
        evaluation_id,
        contract_id,
        run_id,
        row_number() over (partition by run_id, contract_id order by rowid desc) as age
    from evaluations
)

select
    evaluation_id,
    contract_id,
    run_id
from aged
where age = 1
