-- evaluation_settings: contract, origins and [judgments] as JSON text, and how it was called.
-- grain:   one row per evaluation_id
create table evaluation_settings (
    evaluation_id varchar not null,
    contract varchar not null,
    origins varchar not null,
    judgments varchar not null,
    preset varchar,
    on_bad_line varchar not null,
    -- Versions and --schema words of a stage, as JSON; null where it has not run, or of old.
    validated_by varchar,
    scored_by varchar
);
