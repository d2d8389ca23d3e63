-- run_sources: the sources that each version of a run is made of; public.
-- grain:   one row per run_id, run_sha256 and source_id
create table run_sources (
    run_id varchar not null,
    run_sha256 varchar not null,
    source_id bigint not null
);
