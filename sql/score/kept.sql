-- kept: the ranking that is scored: as it is, or condensed to its judged documents.
-- params:  $unjudged (text)
-- reads:   ranked
-- returns: run_id, query_id, doc_id, sort_key, gain, rank
-- grain:   one row per run_id, query_id and doc_id
-- source:  Sakai 2007, Alternatives to Bpref (condensed lists); trec_eval -J
select
    run_id,
    query_id,
    doc_id,
    sort_key,
    gain,
    case
        when $unjudged = 'drop'
            then row_number() over (partition by run_id, query_id order by rank asc)
        else rank
    end as rank
from ranked
where $unjudged <> 'drop' or is_judged
