function named(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}

/** Functions of SQLite, PostgreSQL and MySQL that compute, and reach no file, no program and no other text of SQL. */
export const SQL_FUNCTIONS = named(
  // Aggregates and windows
  `count sum avg min max total group_concat string_agg array_agg bool_and bool_or every json_agg jsonb_agg json_object_agg
  json_group_array json_group_object json_arrayagg json_objectagg stddev variance percentile_cont percentile_disc mode median
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  grouping any_value ` +
    // Choices and types
    `coalesce ifnull nullif iif if greatest least cast convert typeof pg_typeof isnull ` +
    // Texts
    `length char_length character_length octet_length lower upper substr substring left right trim ltrim rtrim btrim replace
  reverse repeat lpad rpad instr position locate strpos concat concat_ws initcap translate split_part substring_index
  regexp_replace regexp_match regexp_matches regexp_like regexp_count regexp_substr string_to_array array_to_string
  format printf quote quote_ident quote_literal hex unhex to_hex ascii chr char unicode md5 encode decode starts_with like
  field find_in_set ` +
    // Numbers
    `abs round ceil ceiling floor trunc truncate mod power pow sqrt exp ln log log10 sign random rand pi div width_bucket ` +
    // Times
    `now date time datetime timestamp julianday strftime unixepoch timediff curdate curtime utc_timestamp unix_timestamp
  from_unixtime date_format str_to_date date_add date_sub datediff timestampdiff year month day hour minute second
  dayofweek week quarter last_day date_trunc date_part extract age to_char to_date to_timestamp to_number make_date
  make_interval clock_timestamp statement_timestamp transaction_timestamp interval ` +
    // JSON and arrays
    `json jsonb json_extract json_each json_tree json_valid json_type json_array json_object json_array_length json_quote
  json_set json_insert json_replace json_remove json_patch json_unquote json_contains json_keys json_length json_pretty
  json_build_object json_build_array jsonb_build_object jsonb_build_array json_array_elements json_array_elements_text
  jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_each jsonb_each_text jsonb_object_keys
  json_object_keys jsonb_pretty jsonb_set jsonb_typeof to_json to_jsonb row_to_json array_length array_position
  cardinality unnest generate_series ` +
    // About the database
    `version sqlite_version current_database current_schema current_user database schema user last_insert_rowid changes
  total_changes last_insert_id found_rows row_count gen_random_uuid uuid pg_size_pretty pg_database_size
  pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size pg_get_indexdef pg_get_constraintdef
  pg_get_viewdef pg_get_functiondef pg_get_expr obj_description col_description pg_postmaster_start_time
  pg_backend_pid inet_server_addr inet_server_port txid_current to_regclass format_type nextval currval
  pragma_table_info pragma_index_list pragma_index_info pragma_foreign_key_list bm25 highlight snippet`,
);

/** Words of the grammar and types that parentheses may follow. */
export const WORDS_BEFORE_PARENTHESES = named(
  `SELECT FROM JOIN WHERE HAVING ON AND OR NOT IN EXISTS ANY ALL SOME AS OVER FILTER GROUP USING KEY UNIQUE CHECK DEFAULT BY
  UNION INTERSECT EXCEPT THEN ELSE WHEN CASE BETWEEN LIKE ILIKE DISTINCT LATERAL EXPLAIN LIMIT OFFSET RETURNING VALUES VALUE
  CONFLICT WITH IS SET ALWAYS INCLUDE PARTITION RANGE LIST HASH BTREE GIN GIST BRIN ENUM ARRAY ROW INDEX PRIMARY
  VARCHAR CHAR CHARACTER VARYING NVARCHAR TEXT DECIMAL NUMERIC NUMBER INT INTEGER BIGINT SMALLINT TINYINT MEDIUMINT FLOAT DOUBLE REAL
  BIT BINARY VARBINARY BLOB TIME TIMESTAMP DATETIME YEAR CURRENT_TIMESTAMP CURRENT_TIME`,
);
