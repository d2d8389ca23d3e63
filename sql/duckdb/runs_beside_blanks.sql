-- runs_beside_blanks: runs that have, or meet, a document whose id begins or ends with a blank.
-- params:  none
-- reads:   scored_lines, judgments
-- returns: run_id
-- grain:   one row per run_id
-- source:  cells in quotation marks, JSON and columns may hold such ids, lines of text may not
select distinct run_id
from scored_lines
where
    doc_id <> trim(doc_id, concat(' ', chr(9), chr(10), chr(13)))
    or exists (
        select 1
        from judgments as j
        where j.doc_id <> regexp_replace(j.doc_id, '^[\pZ\pC]+|[\pZ\pC]+$', '', 'g')
    )
order by run_id
