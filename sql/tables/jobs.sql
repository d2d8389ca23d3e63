create table jobs (
    job_id bigint not null,
    label varchar,
    command varchar not null,
    evaluations varchar[] not null,
    exit_code integer,
    started_at timestamp not null,
    finished_at timestamp
);
