create table queries (
    source_id integer not null,
    query_id varchar not null,
    metadata map (varchar, varchar)
);
