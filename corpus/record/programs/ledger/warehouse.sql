-- A year of sensor values by month, and one join that nobody gave an index.
CREATE TABLE silo (id int PRIMARY KEY, name text, grain text, tonnes numeric);
INSERT INTO silo SELECT i, 'silo ' || chr(64 + i), (ARRAY['rye', 'wheat', 'oats', 'spelt'])[1 + i % 4], 80 + i * 7 FROM generate_series(1, 24) i;
CREATE TABLE reading (silo int, at timestamptz, celsius real, humidity real, note text) PARTITION BY RANGE (at);
DO $$ BEGIN FOR m IN 1..12 LOOP
	EXECUTE format('CREATE TABLE reading_2025_%s PARTITION OF reading FOR VALUES FROM (%L) TO (%L)', lpad(m::text, 2, '0'), make_date(2025, m, 1), (make_date(2025, m, 1) + interval '1 month')::date);
	IF m <> 7 THEN EXECUTE format('CREATE INDEX ON reading_2025_%s (silo, at)', lpad(m::text, 2, '0')); END IF;
END LOOP; END $$;
INSERT INTO reading SELECT 1 + i % 24, timestamptz '2025-01-01' + i * interval '5 min', 9 + i % 13, 50 + i % 31, CASE WHEN i % 2999 = 0 THEN 'lid open' END FROM generate_series(0, 105119) i;
INSERT INTO reading SELECT 9, timestamptz '2025-07-14' + i * interval '1 s', 31 + i % 5, 71, 'sensor bus: repeated' FROM generate_series(0, 60000) i;
UPDATE reading SET celsius = 61.5, note = 'sensor bus: repeated; smell of malt in the lift' WHERE silo = 9 AND at = '2025-07-14 00:08:41+00';
UPDATE reading SET humidity = NULL WHERE silo = 9 AND at = '2025-07-14 00:12:07+00';
CREATE TABLE alarm (id bigint PRIMARY KEY, silo int, from_at timestamptz, to_at timestamptz, cause text);
INSERT INTO alarm SELECT 9007199254740993 + i, 1 + i % 24, timestamptz '2025-01-05' + i * interval '29 hours', timestamptz '2025-01-05' + i * interval '29 hours' + interval '2 hours', 'warm' FROM generate_series(1, 290) i;
ANALYZE;
