-- beir_qrels: query-id, corpus-id and score, under a header line.
-- params:  none
-- reads:   split
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per line, in order; problem is null where the line has the columns
-- source:  BEIR's qrels/*.tsv; comments as in trec_qrels
select
    f[1] as query_id,
    f[2] as doc_id,
    cast(null as varchar) as iteration,
    f[3] as grade_text,
    case
        when len(f) = 0 then 'blank'
        when
            lower(f[1]) in ('query-id', 'query_id')
            and lower(f[3]) in ('score', 'relevance', 'grade', 'label')
            then 'header'
        when
            starts_with(f[1], '#')
            and (
                starts_with(concat(f[1], ' '), '# ')
                or len(f) <> 3
                or not regexp_matches(f[3], '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)')
            )
            then 'comment'
        when len(f) <> 3 then 'column-count'
    end as problem,
    line
from split
