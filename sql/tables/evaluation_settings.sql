-- evaluation_settings: the contract, its origins and [judgments] of an evaluation, as JSON text.
-- grain:   one row per evaluation_id
create table evaluation_settings (
    evaluation_id varchar not null,
    contract varchar not null,
    origins varchar not null,
    judgments varchar not null
);
