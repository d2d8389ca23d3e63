create table skipped_lines (
    source_id integer not null,
    line_number bigint not null
);
