create table source_options (
    source_id integer primary key,
    run_name varchar
);
