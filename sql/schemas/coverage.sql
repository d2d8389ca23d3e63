-- coverage: how many rows break each part of our schema; all 0 where none does.
-- params:  $least_judged_rate (double)
-- reads:   relation
-- returns: repeated_0, broken_1, broken_2, broken_3, broken_4, broken_5, broken_6, broken_7,
--          broken_8, broken_9, broken_10, broken_11, broken_12
-- grain:   one row
-- source:  judged_schemas.coverage, by python -m tests.docs.generate
select
    count(*) - count(distinct hash(evaluation_id, query_id, k)) as repeated_0,
    count(*) filter (where not (evaluation_id is not null)) as broken_1,
    count(*) filter (where not (run_id is not null)) as broken_2,
    count(*) filter (where not (query_id is not null)) as broken_3,
    count(*) filter (where not (k is not null)) as broken_4,
    count(*) filter (where not (k is null or (k >= 0))) as broken_5,
    count(*) filter (where not (retrieved is not null)) as broken_6,
    count(*) filter (where not (retrieved is null or (retrieved >= 0))) as broken_7,
    count(*) filter (where not (judged is not null)) as broken_8,
    count(*) filter (where not (judged is null or (judged >= 0))) as broken_9,
    count(*) filter (where not (unjudged is not null)) as broken_10,
    count(*) filter (where not (unjudged is null or (unjudged >= 0))) as broken_11,
    count(*) filter (
        where not (
            judged_rate is null
            or (judged_rate >= $least_judged_rate and judged_rate <= 1.0)
        )
    ) as broken_12
from relation
