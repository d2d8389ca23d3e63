create table skipped_lines (
    source_id bigint not null,
    line_number bigint not null,
    run_id varchar
);
