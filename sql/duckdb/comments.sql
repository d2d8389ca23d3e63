-- comments: what every public table, view and column holds; sql/README.md is made of it.
comment on table sources is 'Files that were read: one row per kind, bytes and reading options.';
comment on column sources.source_id is 'Number of the source, from 1.';
comment on column sources.kind is 'qrels, run, queries or doc_ids (a map of ids).';
comment on column sources.name is 'NAME of NAME=PATH, or the file''s stem.';
comment on column sources.path is 'The path as it was given; - is standard input.';
comment on column sources.format is
'As --qrels-format and --run-format name it; or queries, doc_ids, frame, unreadable.';
comment on column sources.compression is 'none, gzip, bzip2 or zstd.';
comment on column sources.bytes is 'Size on disk.';
comment on column sources.sha256 is
'SHA-256 of the bytes on disk, in hex; of frames, tables and maps of ids, of their values.';
comment on column sources.rows is 'Rows that were read.';
comment on column sources.rejected is 'Lines that could not be read.';
comment on column sources.ingested_at is 'When, in UTC.';
comment on view qrels is 'Judgments as they were read: one row per judgment line.';
comment on column qrels.source_id is 'The source that holds the line.';
comment on column qrels.query_id is 'The query, as text.';
comment on column qrels.doc_id is 'The judged document, as text.';
comment on column qrels.grade is 'How relevant the document was judged to be.';
comment on column qrels.iteration is 'The second column of TREC qrels: an assessor or a round.';
comment on column qrels.line_order is 'Order of the lines; not the line number.';
comment on view runs is 'Retrieved documents as they were read: one row per line of a run.';
comment on column runs.source_id is 'The source that holds the line.';
comment on column runs.run_id is 'NAME of NAME=PATH, or the tag of the line.';
comment on column runs.query_id is 'The query, as text.';
comment on column runs.doc_id is 'The retrieved document, as text.';
comment on column runs.file_rank is 'The rank column of the file; null where it is no integer.';
comment on column runs.score is 'The score; null where the format has none.';
comment on column runs.line_order is 'Order of the lines; not the line number.';
comment on table run_sources is 'What runs are made of: one row per version of a run and source.';
comment on column run_sources.run_id is 'The run.';
comment on column run_sources.run_sha256 is
'The version: hash of the sorted hashes of its sources.';
comment on column run_sources.source_id is 'A source of it.';
comment on table queries is 'Queries of --queries files; metadata have columns of their names.';
comment on column queries.source_id is 'The source that lists the query.';
comment on column queries.query_id is 'The query, as text.';
comment on table doc_id_map is 'Maps of ids, of --doc-ids: one row per source and id.';
comment on column doc_id_map.source_id is 'The source that holds the map.';
comment on column doc_id_map.file_doc_id is 'The id as it stands in a run, or in judgments.';
comment on column doc_id_map.doc_id is 'The document that it is of: the id that is judged.';
comment on table rejected_lines is 'Lines that could not be read: one row per line.';
comment on column rejected_lines.source_id is 'The source that holds the line.';
comment on column rejected_lines.line_number is 'Where it stands in the file, from 1.';
comment on column rejected_lines.reason is 'The rule that it breaks.';
comment on column rejected_lines.line is 'What was read.';
comment on table comment_lines is
'Lines passed over as comments, such as blocks of ir_metadata: one row per line.';
comment on column comment_lines.source_id is 'The source that holds the line.';
comment on column comment_lines.line_number is 'Where it stands in the file, from 1.';
comment on column comment_lines.line is 'The line as it was read.';
comment on table findings is
'Broken rules: one row per rule and place, up to 100 a run; every zero-IDCG and missing query.';
comment on column findings.source_id is 'The source that holds the place.';
comment on column findings.run_id is 'The run; null for judgments.';
comment on column findings.evaluation_id is
'The evaluation; a finding of the judgments stands once for each.';
comment on column findings.contract_id is 'The contract that it was found under.';
comment on column findings.rule_id is 'The rule; schemas/README.md lists them.';
comment on column findings.severity is 'error, gate or warning.';
comment on column findings.query_id is 'The query.';
comment on column findings.doc_id is 'The document.';
comment on column findings.value is 'What was read there.';
comment on column findings.line_number is 'Where it stands in the file, from 1.';
comment on column findings.stage is 'What found it: validate or score.';
comment on column findings.k is 'The cutoff that it is about, 0 for all; null where none is.';
comment on column findings.message is 'The place in words.';
comment on table finding_totals is
'Broken rules with exact counts: one row per rule, evaluation, run, stage and k.';
comment on column finding_totals.source_id is 'The first source concerned.';
comment on column finding_totals.run_id is 'The run; null for judgments.';
comment on column finding_totals.evaluation_id is
'The evaluation; a finding of the judgments stands once for each.';
comment on column finding_totals.contract_id is 'The contract that it was found under.';
comment on column finding_totals.rule_id is 'The rule; schemas/README.md lists them.';
comment on column finding_totals.severity is 'error, gate or warning.';
comment on column finding_totals.places is 'How many places broke it.';
comment on column finding_totals.message is 'The finding in a sentence.';
comment on column finding_totals.stage is 'What found it: validate or score.';
comment on column finding_totals.k is 'The cutoff that it is about, 0 for all; null where none is.';
comment on table evaluations is
'Contract x judgments x run: one row per evaluation, validated, scored or refused.';
comment on column evaluations.evaluation_id is
'SHA-256 of contract, judgments, queries, run and its name.';
comment on column evaluations.contract_id is 'SHA-256 of every choice that can change a score.';
comment on column evaluations.run_id is 'The run.';
comment on column evaluations.cutoffs is 'The cutoffs that are stored, as text.';
comment on column evaluations.gain is 'Gain: linear, exponential or a table, as text.';
comment on column evaluations.universe is 'What the ideal ranking is built from.';
comment on column evaluations.order_by is 'What ranks a list (field order).';
comment on column evaluations.ties is 'Order among equal keys.';
comment on column evaluations.score_precision is 'Precision at which scores are compared.';
comment on column evaluations.depth is 'How many documents of a list are kept; null for all.';
comment on column evaluations.unjudged_policy is
'What happens to unjudged documents (field unjudged).';
comment on column evaluations.negative_grades is 'What happens to grades below 0.';
comment on column evaluations.zero_idcg_policy is
'What happens to queries without a positive gain (field zero_idcg).';
comment on column evaluations.missing_queries_policy is
'What happens to queries without a line (field missing_queries).';
comment on column evaluations.unknown_queries_policy is
'What happens to queries without a judgment (field unknown_queries).';
comment on column evaluations.run_duplicates is 'What happens to a document twice in a list.';
comment on column evaluations.qrels_duplicates is
'What happens to several judgments of a pair, as text.';
comment on column evaluations.doc_ids is
'What entity is scored: as_is, or the rule for ids, as text; a map by the hash of its source.';
comment on column evaluations.self_matches is
'Whether a document whose id is the query''s is kept.';
comment on column evaluations.grades is 'Allowed range of grades, as text.';
comment on column evaluations.min_judged_rate is 'Least judged rate of a top k.';
comment on column evaluations.qrels_source_id is 'The judgments.';
comment on column evaluations.qrels_sha256 is 'Hash of the judgments.';
comment on column evaluations.run_sha256 is 'Version of the run.';
comment on column evaluations.queries_sha256 is
'Hash of the list of queries; null for all judged queries.';
comment on column evaluations.status is 'validated, scored or refused.';
comment on column evaluations.reason is 'Why it was refused.';
comment on column evaluations.judged_version is
'The judged that scored it; without scores, that validated it.';
comment on column evaluations.duckdb_version is
'The DuckDB that scored it; without scores, that validated it.';
comment on column evaluations.created_at is
'When it was scored; without scores, validated; in UTC.';
comment on table query_scores is 'Scores: one row per evaluation, query and k.';
comment on column query_scores.evaluation_id is 'The evaluation.';
comment on column query_scores.run_id is 'The run.';
comment on column query_scores.query_id is 'The query, as text.';
comment on column query_scores.k is 'The cutoff; 0 is whole lists.';
comment on column query_scores.measure is
'nDCG@k with every choice that differs from strict''s arithmetic.';
comment on column query_scores.dcg is 'DCG@k.';
comment on column query_scores.idcg is 'IDCG@k of the universe.';
comment on column query_scores.ndcg is 'dcg / idcg; null where the query is not counted.';
comment on column query_scores.ceiling is
'IDCG@k of the returned documents / of the judged ones; null of a zero IDCG.';
comment on column query_scores.zero_idcg is 'Whether the judgments hold no positive gain.';
comment on column query_scores.missing is 'Whether the run has no line for the query.';
comment on column query_scores.counted is 'Whether the query is part of the mean.';
comment on column query_scores.retrieved is 'Documents in the top k: min(k, n).';
comment on column query_scores.judged is 'How many of them are judged.';
comment on column query_scores.unjudged is 'How many of them are not.';
comment on column query_scores.judgments is 'Judgments of the query, after negative_grades.';
comment on column query_scores.relevant is 'Judgments with a positive gain.';
comment on table run_scores is 'Aggregates: one row per evaluation and k.';
comment on column run_scores.evaluation_id is 'The evaluation.';
comment on column run_scores.run_id is 'The run.';
comment on column run_scores.k is 'The cutoff; 0 is whole lists.';
comment on column run_scores.measure is
'nDCG@k with every choice that differs from strict''s arithmetic.';
comment on column run_scores.queries is 'Evaluated queries.';
comment on column run_scores.scored_queries is 'Queries that are part of the mean.';
comment on column run_scores.zero_idcg_queries is 'Queries whose judgments hold no positive gain.';
comment on column run_scores.missing_queries is 'Queries without a line in the run.';
comment on column run_scores.unknown_queries is 'Queries of the run without a judgment.';
comment on column run_scores.macro_ndcg is 'Mean of NDCG over the counted queries.';
comment on column run_scores.macro_ndcg_zero_idcg_as_zero is
'The same with zero-IDCG queries as 0.';
comment on column run_scores.macro_ndcg_zero_idcg_excluded is 'The same without zero-IDCG queries.';
comment on column run_scores.pooled_ndcg is 'Sum of DCG / sum of IDCG over the counted queries.';
comment on column run_scores.mean_ceiling is
'Mean of ceiling over the counted queries that have one.';
comment on column run_scores.retrieved is 'Documents in the top k of all evaluated queries.';
comment on column run_scores.unjudged is 'How many of them are not judged.';
comment on column run_scores.unjudged_rate is 'unjudged / retrieved; null of no document.';
comment on column run_scores.mean_unjudged_rate is 'Mean over queries of unjudged / retrieved.';
comment on table jobs is
'Invocations: one row per call that opened the database for writing.';
comment on column jobs.job_id is 'Number of the job, from 1.';
comment on column jobs.label is 'What --label said: a commit, a build.';
comment on column jobs.command is 'The command line, or the call from Python.';
comment on column jobs.evaluations is 'The evaluations that it wrote.';
comment on column jobs.exit_code is 'What it returned; null if it was killed.';
comment on column jobs.started_at is 'When, in UTC.';
comment on column jobs.finished_at is 'When, in UTC; null if it was killed.';
comment on view current_scores is
'Newest query_scores of each run and contract; a mean over several contracts or k needs a where.';
comment on column current_scores.evaluation_id is 'The evaluation.';
comment on column current_scores.contract_id is 'The contract.';
comment on column current_scores.run_id is 'The run.';
comment on column current_scores.query_id is 'The query, as text.';
comment on column current_scores.k is 'The cutoff; 0 is whole lists.';
comment on column current_scores.measure is
'nDCG@k with every choice that differs from strict''s arithmetic.';
comment on column current_scores.dcg is 'DCG@k.';
comment on column current_scores.idcg is 'IDCG@k of the universe.';
comment on column current_scores.ndcg is 'dcg / idcg; null where the query is not counted.';
comment on column current_scores.ceiling is
'IDCG@k of the returned documents / of the judged ones; null of a zero IDCG.';
comment on column current_scores.zero_idcg is 'Whether the judgments hold no positive gain.';
comment on column current_scores.missing is 'Whether the run has no line for the query.';
comment on column current_scores.counted is 'Whether the query is part of the mean.';
comment on column current_scores.retrieved is 'Documents in the top k: min(k, n).';
comment on column current_scores.judged is 'How many of them are judged.';
comment on column current_scores.unjudged is 'How many of them are not.';
comment on column current_scores.judgments is 'Judgments of the query, after negative_grades.';
comment on column current_scores.relevant is 'Judgments with a positive gain.';
comment on view latest_run_scores is
'Newest run_scores of each run and contract; a mean over several contracts or k needs a where.';
comment on column latest_run_scores.evaluation_id is 'The evaluation.';
comment on column latest_run_scores.contract_id is 'The contract.';
comment on column latest_run_scores.run_id is 'The run.';
comment on column latest_run_scores.k is 'The cutoff; 0 is whole lists.';
comment on column latest_run_scores.measure is
'nDCG@k with every choice that differs from strict''s arithmetic.';
comment on column latest_run_scores.queries is 'Evaluated queries.';
comment on column latest_run_scores.scored_queries is 'Queries that are part of the mean.';
comment on column latest_run_scores.zero_idcg_queries is
'Queries whose judgments hold no positive gain.';
comment on column latest_run_scores.missing_queries is 'Queries without a line in the run.';
comment on column latest_run_scores.unknown_queries is 'Queries of the run without a judgment.';
comment on column latest_run_scores.macro_ndcg is 'Mean of NDCG over the counted queries.';
comment on column latest_run_scores.macro_ndcg_zero_idcg_as_zero is
'The same with zero-IDCG queries as 0.';
comment on column latest_run_scores.macro_ndcg_zero_idcg_excluded is
'The same without zero-IDCG queries.';
comment on column latest_run_scores.pooled_ndcg is
'Sum of DCG / sum of IDCG over the counted queries.';
comment on column latest_run_scores.mean_ceiling is
'Mean of ceiling over the counted queries that have one.';
comment on column latest_run_scores.retrieved is 'Documents in the top k of all evaluated queries.';
comment on column latest_run_scores.unjudged is 'How many of them are not judged.';
comment on column latest_run_scores.unjudged_rate is 'unjudged / retrieved; null of no document.';
comment on column latest_run_scores.mean_unjudged_rate is
'Mean over queries of unjudged / retrieved.';
comment on view zero_idcg_queries is 'Evaluated queries whose judgments hold no positive gain.';
comment on column zero_idcg_queries.evaluation_id is 'The evaluation.';
comment on column zero_idcg_queries.run_id is 'The run.';
comment on column zero_idcg_queries.query_id is 'The query, as text.';
comment on column zero_idcg_queries.judgments is 'Judgments of the query.';
comment on view missing_queries is 'Evaluated queries for which the run has no line.';
comment on column missing_queries.evaluation_id is 'The evaluation.';
comment on column missing_queries.run_id is 'The run.';
comment on column missing_queries.query_id is 'The query, as text.';
comment on column missing_queries.relevant is 'Judgments with a positive gain.';
comment on view unknown_queries is 'Queries that the run answers and that have no judgment.';
comment on column unknown_queries.evaluation_id is 'The evaluation.';
comment on column unknown_queries.run_id is 'The run.';
comment on column unknown_queries.query_id is 'The query, as text.';
comment on column unknown_queries.documents is 'Documents that it returned.';
comment on view unjudged_documents is
'Documents that the run returned for an evaluated query without a judgment.';
comment on column unjudged_documents.evaluation_id is 'The evaluation.';
comment on column unjudged_documents.run_id is 'The run.';
comment on column unjudged_documents.query_id is 'The query, as text.';
comment on column unjudged_documents.doc_id is 'The document, as text.';
comment on column unjudged_documents.file_rank is 'Its best rank in the file.';
comment on column unjudged_documents.score is 'Its best score.';
comment on view coverage is 'Judged coverage: one row per evaluation, query and k.';
comment on column coverage.evaluation_id is 'The evaluation.';
comment on column coverage.run_id is 'The run.';
comment on column coverage.query_id is 'The query, as text.';
comment on column coverage.k is 'The cutoff; 0 is whole lists.';
comment on column coverage.retrieved is 'Documents in the top k: min(k, n).';
comment on column coverage.judged is 'How many of them are judged.';
comment on column coverage.unjudged is 'How many of them are not.';
comment on column coverage.judged_rate is 'judged / retrieved; null of an empty list.';
comment on view newest_evaluations is
'Of each run and contract what was scored last, on that contract''s newest judgments and queries.';
comment on column newest_evaluations.evaluation_id is 'The evaluation.';
comment on column newest_evaluations.contract_id is 'Its contract.';
comment on column newest_evaluations.run_id is 'Its run.';
comment on view doc_id_rules is 'Evaluations whose doc_ids is not as_is, with their rule for ids.';
comment on column doc_id_rules.evaluation_id is 'The evaluation.';
comment on column doc_id_rules.maps_judgments is 'Whether it is for the ids of judgments too.';
comment on column doc_id_rules.pattern is 'A regular expression (RE2); null of a map.';
comment on column doc_id_rules.map_source_id is 'The source of the map; null of a pattern.';
comment on table mapped_lists is
'Lists before and after doc_ids: one row per evaluation and query, where it is not as_is.';
comment on column mapped_lists.evaluation_id is 'The evaluation.';
comment on column mapped_lists.run_id is 'The run.';
comment on column mapped_lists.query_id is 'The query, as text.';
comment on column mapped_lists.lines is 'Lines of the list, such as chunks, after self_matches.';
comment on column mapped_lists.documents is 'Documents that they are of.';
comment on column mapped_lists.most_lines is 'Lines of the document that has most of them.';
