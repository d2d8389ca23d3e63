-- query_scores: the score of a query; public.
-- grain:   one row per evaluation_id, query_id and k
create table query_scores (
    evaluation_id varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    k bigint not null,
    measure varchar not null,
    dcg double not null,
    idcg double not null,
    ndcg double,
    ceiling double,
    zero_idcg boolean not null,
    missing boolean not null,
    counted boolean not null,
    retrieved bigint not null,
    judged bigint not null,
    unjudged bigint not null,
    judgments bigint not null,
    relevant bigint not null
);
