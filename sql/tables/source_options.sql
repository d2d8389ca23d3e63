create table source_options (
    source_id bigint primary key,
    run_name varchar
);
