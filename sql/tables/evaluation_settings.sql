create table evaluation_settings (
    evaluation_id varchar not null,
    contract varchar not null,
    origins varchar not null,
    judgments varchar not null
);
