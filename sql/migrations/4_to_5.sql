-- 4_to_5: by which schemas evaluations were validated and scored; until then nobody knows.
alter table evaluation_settings add column validated_by varchar;
alter table evaluation_settings add column scored_by varchar;
