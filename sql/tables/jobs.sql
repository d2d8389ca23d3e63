-- jobs: invocations that opened the database for writing; public.
-- grain:   one row per job_id
create table jobs (
    job_id bigint not null,
    label varchar,
    command varchar not null,
    evaluations varchar[] not null,
    exit_code integer,
    started_at timestamp not null,
    finished_at timestamp
);
