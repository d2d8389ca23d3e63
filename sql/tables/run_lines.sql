-- run_lines: retrieved documents as read, in the order of their lines; view runs is the public one.
-- grain:   one row per line of a run
create table run_lines (  -- noqa: PRS
    part_id bigint not null,
    query_id varchar not null,
    -- Ids of documents seldom repeat: to look for repetitions costs more than the reading itself.
    doc_id varchar not null using compression zstd,
    file_rank bigint,
    score double
);
