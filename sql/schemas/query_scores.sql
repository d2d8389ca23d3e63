-- query_scores: how many rows break each part of our schema; all 0 where none does.
-- params:  none
-- reads:   relation
-- returns: repeated_0, broken_1, broken_2, broken_3, broken_4, broken_5, broken_6, broken_7,
--          broken_8, broken_9, broken_10, broken_11, broken_12, broken_13, broken_14, broken_15,
--          broken_16, broken_17, broken_18, broken_19, broken_20, broken_21, broken_22, broken_23,
--          broken_24, broken_25, broken_26
-- grain:   one row
-- source:  judged_schemas.query_scores, by python -m tests.docs.generate
select
    count(*) - count(distinct hash(evaluation_id, query_id, k)) as repeated_0,
    count(*) filter (where not (evaluation_id is not null)) as broken_1,
    count(*) filter (where not (run_id is not null)) as broken_2,
    count(*) filter (where not (query_id is not null)) as broken_3,
    count(*) filter (where not (k is not null)) as broken_4,
    count(*) filter (where not (k is null or (k >= 0))) as broken_5,
    count(*) filter (where not (measure is not null)) as broken_6,
    count(*) filter (where not (dcg is not null and not isnan(dcg))) as broken_7,
    count(*) filter (where not (dcg is null or (dcg >= 0))) as broken_8,
    count(*) filter (where not (idcg is not null and not isnan(idcg))) as broken_9,
    count(*) filter (where not (idcg is null or (idcg >= 0))) as broken_10,
    count(*) filter (where not (ndcg is null or (ndcg >= 0.0 and ndcg <= 1.0))) as broken_11,
    count(*) filter (
        where not (
            ceiling is null
            or (ceiling >= 0.0 and ceiling <= 1.0)
        )
    ) as broken_12,
    count(*) filter (where not (zero_idcg is not null)) as broken_13,
    count(*) filter (where not (missing is not null)) as broken_14,
    count(*) filter (where not (counted is not null)) as broken_15,
    count(*) filter (where not (retrieved is not null)) as broken_16,
    count(*) filter (where not (retrieved is null or (retrieved >= 0))) as broken_17,
    count(*) filter (where not (judged is not null)) as broken_18,
    count(*) filter (where not (judged is null or (judged >= 0))) as broken_19,
    count(*) filter (where not (unjudged is not null)) as broken_20,
    count(*) filter (where not (unjudged is null or (unjudged >= 0))) as broken_21,
    count(*) filter (where not (judgments is not null)) as broken_22,
    count(*) filter (where not (judgments is null or (judgments >= 0))) as broken_23,
    count(*) filter (where not (relevant is not null)) as broken_24,
    count(*) filter (where not (relevant is null or (relevant >= 0))) as broken_25,
    count(*) filter (where not (dcg <= idcg)) as broken_26
from relation
