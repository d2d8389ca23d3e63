-- run_scores: aggregates of a run; public.
-- grain:   one row per evaluation_id and k
create table run_scores (
    evaluation_id varchar not null,
    run_id varchar not null,
    k bigint not null,
    measure varchar not null,
    queries bigint not null,
    scored_queries bigint not null,
    zero_idcg_queries bigint not null,
    missing_queries bigint not null,
    unknown_queries bigint not null,
    macro_ndcg double,
    macro_ndcg_zero_idcg_as_zero double,
    macro_ndcg_zero_idcg_excluded double,
    pooled_ndcg double,
    mean_ceiling double,
    retrieved bigint not null,
    unjudged bigint not null,
    unjudged_rate double,
    mean_unjudged_rate double
);
