-- runs: how many rows break each part of our schema; all 0 where none does.
-- params:  none
-- reads:   relation
-- returns: repeated_0, broken_1, broken_2, broken_3, broken_4, broken_5, broken_6, broken_7,
--          broken_8
-- grain:   one row
-- source:  judged_schemas.runs, by python -m tests.docs.generate
select
    count(*) - count(distinct hash(run_id, query_id, doc_id)) as repeated_0,
    count(*) filter (where not (source_id is not null)) as broken_1,
    count(*) filter (where not (run_id is not null)) as broken_2,
    count(*) filter (where not (query_id is not null)) as broken_3,
    count(*) filter (where not (query_id is null or (length(query_id) >= 1))) as broken_4,
    count(*) filter (where not (doc_id is not null)) as broken_5,
    count(*) filter (where not (doc_id is null or (length(doc_id) >= 1))) as broken_6,
    count(*) filter (
        where not (
            score is null
            or (score >= -1.7976931348623157e+308 and score <= 1.7976931348623157e+308)
        )
    ) as broken_7,
    count(*) filter (where not (line_order is not null)) as broken_8
from relation
