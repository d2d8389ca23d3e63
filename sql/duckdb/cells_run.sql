-- cells_run: the columns of a run between separators, under a header line.
-- params:  none
-- reads:   named
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per record, in order; problem is null where it may be a document
-- source:  RFC 4180; a # begins a comment unless the line has a document's number
select
    tag,
    query_id,
    doc_id,
    trim(rank_text) as rank_text,
    trim(score_text) as score_text,
    case
        when
            starts_with(query_id, '#')
            and (
                starts_with(concat(query_id, ' '), '# ')
                or not regexp_matches(
                    trim(coalesce(score_text, rank_text, '')),
                    '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)'
                )
            )
            then 'comment'
    end as problem,
    concat_ws(' ', query_id, doc_id, rank_text, score_text, tag) as line
from named
