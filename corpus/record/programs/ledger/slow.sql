SET max_parallel_workers_per_gather = 0;
SET work_mem = '256kB';
EXPLAIN (ANALYZE, VERBOSE, BUFFERS, SETTINGS, FORMAT JSON)
SELECT s.name, a.cause, count(*), max(r.celsius)
FROM alarm a JOIN silo s ON s.id = a.silo JOIN reading r ON r.silo = a.silo AND r.at BETWEEN a.from_at AND a.to_at
WHERE r.celsius > 12 AND (r.note IS NULL OR r.note NOT LIKE 'lid%')
GROUP BY s.name, a.cause ORDER BY count(*) DESC, s.name;
