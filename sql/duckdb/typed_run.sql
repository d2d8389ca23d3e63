-- typed_run: retrieved documents with numbers for rank and score, or the rule that the line breaks.
-- params:  $run_name (text or null: the run that the whole file is)
-- reads:   fields
-- returns: run_id, query_id, doc_id, file_rank, score, problem, line
-- grain:   one row per line, in order; query_id is empty where there is a problem
-- source:  the contract; a score is a decimal number, with an exponent or without
with read as (
    select
        *,
        case
            when regexp_full_match(rank_text, '[-+]?[0-9]+') then try_cast(rank_text as bigint)
            else try_cast(regexp_extract(rank_text, '^([-+]?[0-9]+)[.]0*$', 1) as bigint)
        end as any_rank,
        -- DuckDB's cast takes decimal numbers, and beside them only 1_000, +-1, nan, inf, and white
        -- space around, such as a form feed.
        case
            when
                not contains(score_text, '_')
                and not starts_with(score_text, '+-')
                and not regexp_matches(score_text, '[\f\v]')
                then try_cast(score_text as double)
        end as score
    from fields
),

numbered as (
    select
        *,
        -- Beyond 2^53 two ranks may be one double, and tie.
        case
            when any_rank between -9007199254740992 and 9007199254740992 then any_rank
        end as file_rank
    from read
),

judged as (
    select
        *,
        case
            when problem = 'empty-list' and coalesce($run_name, tag, '') = '' then 'empty-id'
            when problem is not null then problem
            when
                score is null
                and file_rank is null
                and lower(query_id) in ('query-id', 'query_id', 'qid', 'query', 'topic', 'topic_id')
                then 'header-line'
            when coalesce(query_id, '') = '' or coalesce(doc_id, '') = '' then 'empty-id'
            when coalesce($run_name, tag, '') = '' then 'empty-id'
            when score_text is not null and (score is null or not isfinite(score))
                then 'score-finite'
            -- An empty cell. Every format has scores, or ranks to rank by instead.
            when score_text is null and rank_text is null then 'score-finite'
        end as broken
    from numbered
)

select
    coalesce($run_name, tag, '') as run_id,
    case when broken is null then query_id else '' end as query_id,
    coalesce(doc_id, '') as doc_id,
    file_rank,
    case when broken is null then score end as score,
    broken as problem,
    line
from judged
