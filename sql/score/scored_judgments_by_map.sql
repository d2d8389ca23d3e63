-- scored_judgments_by_map: the judgment lines as they are scored, under the ids that a map has.
-- params:  $map_source_id (integer)
-- reads:   judgment_lines, doc_id_map
-- returns: query_id, doc_id, file_doc_id, grade, line_order, is_mapped
-- grain:   one row per judgment line
-- source:  the contract: doc_ids with judgments; an id that is not in the map stays
select
    l.query_id,
    coalesce(m.doc_id, l.doc_id) as doc_id,
    l.doc_id as file_doc_id,
    l.grade,
    l.line_order,
    m.doc_id is not null as is_mapped
from judgment_lines as l
left join doc_id_map as m on l.doc_id = m.file_doc_id and m.source_id = $map_source_id
