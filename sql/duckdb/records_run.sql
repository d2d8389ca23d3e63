-- records_run: a document a line, as a JSON object.
-- params:  $run_at, $query_at, $doc_at, $rank_at, $score_at (text: where they are in the object;
--          null where they are not)
-- reads:   records
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per line, in order; problem is null where it may be a document
-- source:  JSON Lines
select
    json_extract_string(record, $run_at) as tag,
    json_extract_string(record, $query_at) as query_id,
    json_extract_string(record, $doc_at) as doc_id,
    json_extract_string(record, $rank_at) as rank_text,
    json_extract_string(record, $score_at) as score_text,
    problem,
    line
from records
