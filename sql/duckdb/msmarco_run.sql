-- msmarco_run: query_id doc_id rank, and a score where there is a fourth column.
-- params:  none
-- reads:   split
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per line, in order; problem is null where the line has the columns
-- source:  MS MARCO's passage ranking submissions; comments as in trec_run
select
    cast(null as varchar) as tag,
    f[1] as query_id,
    f[2] as doc_id,
    f[3] as rank_text,
    f[4] as score_text,
    case
        when len(f) = 0 then 'blank'
        when
            starts_with(f[1], '#')
            and (
                starts_with(concat(f[1], ' '), '# ')
                or len(f) not in (3, 4)
                or not regexp_matches(f[3], '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)')
            )
            then 'comment'
        when len(f) not in (3, 4) then 'column-count'
    end as problem,
    line
from split
