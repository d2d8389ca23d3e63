-- plain_run: query_id Q0 doc_id rank score tag, read at once from a file that looks regular.
-- params:  $path, $separator (text: what is between columns), $run_name (text or null: the run
--          that the whole file is), $tag (text or null: the only good tag)
-- reads:   the file
-- returns: run_id, query_id, doc_id, file_rank, score
-- grain:   one row per line of six columns, in order; query_id is empty where a line needs a
--          closer look, and lines of more or fewer columns are in reject_errors
-- source:  typed_run, which says what the numbers are; a test holds this to it
with fields as (
    select
        *,
        try_cast(rank_text as bigint) as file_rank,
        try_cast(score_text as double) as score
    from
        read_csv(
            $path,
            columns = {
                'query_id': 'varchar',
                'constant': 'varchar',
                'doc_id': 'varchar',
                'rank_text': 'varchar',
                'score_text': 'varchar',
                'tag': 'varchar'
            },
            auto_detect = false,
            header = false,
            delim = $separator,
            quote = '',
            escape = '',
            store_rejects = true,
            hive_partitioning = false,
            compression = 'none'
        )
)

select
    coalesce($run_name, tag, '') as run_id,
    case
        when
            query_id is null
            or starts_with(query_id, '#')
            or constant is null
            or doc_id is null
            or tag is null
            or tag <> coalesce($tag, tag)
            or file_rank is null
            or cast(file_rank as varchar) <> rank_text
            or file_rank not between -9007199254740992 and 9007199254740992
            or contains(score_text, '_')
            or starts_with(score_text, '+')
            or isfinite(score) is not true
            then ''
        else query_id
    end as query_id,
    coalesce(doc_id, '') as doc_id,
    file_rank,
    score
from fields
