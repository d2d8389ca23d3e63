-- trec_run: query_id Q0 doc_id rank score tag; what follows is ignored.
-- params:  $columns (integer: how many most lines of the file have; null where tags are numbers)
-- reads:   split
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per line, in order; problem is null where the line has the columns
-- source:  trec_eval's get_results.c; a # begins a comment unless the line has a document's columns
select
    f[6] as tag,
    f[1] as query_id,
    f[3] as doc_id,
    f[4] as rank_text,
    f[5] as score_text,
    case
        when len(f) = 0 then 'blank'
        when
            starts_with(f[1], '#')
            and (
                starts_with(concat(f[1], ' '), '# ')
                or len(f) < 6
                or not regexp_matches(f[5], '(?i)^[-+]?([.]?[0-9]|(nan|inf|infinity)$)')
            )
            then 'comment'
        when len(f) < 6 then 'column-count'
        -- A space inside an id shifts every later column: the score stands where the tag should.
        when
            len(f) > 6
            and (
                not regexp_full_match(f[4], '[-+]?[0-9]+[.]?[0-9]*')
                or (
                    len(f) <> $columns
                    and regexp_full_match(f[6], '[-+]?[0-9.]+([eE][-+]?[0-9]+)?')
                )
                or (
                    not contains(f[3], ' ')
                    and len(string_split(line, chr(9))) >= 6
                    and contains(trim(string_split(line, chr(9))[3]), ' ')
                )
            )
            then 'column-count'
    end as problem,
    line
from split
