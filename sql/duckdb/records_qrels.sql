-- records_qrels: a judgment a line, as a JSON object.
-- params:  $query_at, $doc_at, $grade_at, $iteration_at (text: where they are in the object; null
--          where they are not)
-- reads:   records
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per line, in order; problem is null where it may be a judgment
-- source:  JSON Lines
select
    json_extract_string(record, $query_at) as query_id,
    json_extract_string(record, $doc_at) as doc_id,
    json_extract_string(record, $iteration_at) as iteration,
    json_extract_string(record, $grade_at) as grade_text,
    problem,
    line
from records
