-- source_options: how a source was read, beside its format.
-- grain:   one row per source_id
create table source_options (
    source_id bigint primary key,
    run_name varchar,
    columns varchar
);
