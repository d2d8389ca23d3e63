-- finding_totals: how often a rule was broken, in one sentence; public.
-- grain:   one row per evaluation_id, stage, rule_id, run_id and k
create table finding_totals (
    source_id bigint,
    run_id varchar,
    evaluation_id varchar not null,
    contract_id varchar not null,
    rule_id varchar not null,
    severity varchar not null,
    places bigint not null,
    message varchar not null,
    stage varchar not null,
    k bigint
);
