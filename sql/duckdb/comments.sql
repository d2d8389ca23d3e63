-- comments: what every public table, view and column holds.
comment on table sources is 'One row per file that was read (kind, bytes and reading options).';
