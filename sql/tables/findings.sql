-- findings: the first places at which a rule was broken; public.
-- grain:   one row per evaluation_id, stage, rule_id, run_id, k and place
create table findings (
    source_id bigint,
    run_id varchar,
    evaluation_id varchar not null,
    contract_id varchar not null,
    rule_id varchar not null,
    severity varchar not null,
    query_id varchar,
    doc_id varchar,
    value varchar,
    line_number bigint,
    message varchar not null,
    stage varchar not null,
    k bigint
);
