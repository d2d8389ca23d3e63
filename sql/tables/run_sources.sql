create table run_sources (
    run_id varchar not null,
    run_sha256 varchar not null,
    source_id bigint not null
);
