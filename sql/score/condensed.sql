-- condensed: the ranking that is scored, without its unjudged documents.
-- params:  none
-- reads:   ranked
-- returns: run_id, query_id, doc_id, line_order, sort_key, gain, rank
-- grain:   one row per run_id, query_id and doc_id
-- source:  Sakai 2007, Alternatives to Bpref (condensed lists); trec_eval -J
select
    run_id,
    query_id,
    doc_id,
    line_order,
    sort_key,
    gain,
    row_number() over (partition by run_id, query_id order by rank asc) as rank
from ranked
where is_judged
