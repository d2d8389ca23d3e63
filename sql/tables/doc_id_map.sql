-- doc_id_map: what the ids of a run (or of judgments) stand for, of a --doc-ids map; public.
-- grain:   one row per source_id and file_doc_id
create table doc_id_map (
    source_id bigint not null,
    file_doc_id varchar not null,
    doc_id varchar not null
);
