create table rejected_lines (
    source_id bigint not null,
    line_number bigint not null,
    reason varchar not null,
    line varchar
);
