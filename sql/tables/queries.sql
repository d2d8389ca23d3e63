create table queries (
    source_id bigint not null,
    query_id varchar not null,
    metadata map (varchar, varchar)
);
