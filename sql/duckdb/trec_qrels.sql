-- trec_qrels: query_id iteration doc_id grade.
-- params:  none
-- reads:   split
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per line, in order; problem is null where the line has the columns
-- source:  trec_eval's get_qrels.c; a # begins a comment unless the line has a judgment's columns
select
    f[1] as query_id,
    f[3] as doc_id,
    f[2] as iteration,
    f[4] as grade_text,
    case
        when len(f) = 0 then 'blank'
        when
            starts_with(f[1], '#')
            and (
                starts_with(concat(f[1], ' '), '# ')
                or len(f) <> 4
                or not regexp_matches(f[4], '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)')
            )
            then 'comment'
        when len(f) <> 4 then 'column-count'
    end as problem,
    line
from split
