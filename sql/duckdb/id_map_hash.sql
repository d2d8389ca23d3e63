-- id_map_hash: the parts of a hash that says what a map of ids holds.
-- params:  none
-- reads:   id_pairs
-- returns: bucket, digest
-- grain:   one row per bucket: pairs whose own hashes begin alike
-- source:  the contract: a map is known by its pairs, whatever their order, file or layout
with hashed as (
    -- With the length of the first, no two pairs are one text.
    select sha256(concat(strlen(file_doc_id), ':', file_doc_id, doc_id)) as pair_digest
    from id_pairs
)

select
    substr(pair_digest, 1, 3) as bucket,
    sha256(string_agg(pair_digest, '' order by pair_digest asc)) as digest
from hashed
group by substr(pair_digest, 1, 3)
order by bucket asc
