-- cells_qrels: the columns of judgments between separators, under a header line.
-- params:  none
-- reads:   named
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per record, in order; problem is null where it may be a judgment
-- source:  RFC 4180; a # begins a comment unless the line has a judgment's number
select
    query_id,
    doc_id,
    iteration,
    trim(grade_text) as grade_text,
    case
        when
            starts_with(query_id, '#')
            and (
                starts_with(concat(query_id, ' '), '# ')
                or not regexp_matches(
                    trim(coalesce(grade_text, '')), '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)'
                )
            )
            then 'comment'
    end as problem,
    concat_ws(' ', query_id, iteration, doc_id, grade_text) as line
from named
