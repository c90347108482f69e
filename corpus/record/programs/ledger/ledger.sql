-- The books of a small mill for a quarter. Ids come from a counter that began
-- far up, as merged databases have it.
CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL);
INSERT INTO account VALUES (1, 'Grain bought', 'cost'), (2, 'Flour sold', 'income'), (3, 'Bran sold', 'income'), (4, 'Wages', 'cost'),
	(5, 'Stone dressing', 'cost'), (6, 'Water rights', 'cost'), (7, 'Carriage', 'cost'), (8, 'Suspense', 'balance');
CREATE TABLE posting (id INTEGER PRIMARY KEY, day TEXT NOT NULL, account INTEGER NOT NULL REFERENCES account, partner TEXT, minor INTEGER NOT NULL, memo TEXT, voucher TEXT);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 899)
INSERT INTO posting
SELECT 9223372036854700000 + i * 3, date('2026-01-02', '+' || (i / 10) || ' days'), 1 + (i * 7 + i / 11) % 7,
	(CASE (i * 5 + i / 7) % 6 WHEN 0 THEN 'Baker Holt' WHEN 1 THEN 'Adler & Sons' WHEN 2 THEN 'Cooperative Unterau' WHEN 3 THEN 'Inn at the Ford' WHEN 4 THEN 'J. Marten' ELSE NULL END),
	(CASE WHEN (1 + (i * 7 + i / 11) % 7) IN (2, 3) THEN 1 ELSE -1 END) * (4000 + (i * 7919) % 21000), NULL, printf('V%05d', 7000 + i)
FROM n;
-- What an auditor looks for.
UPDATE posting SET account = 8, partner = NULL, minor = 1250000, memo = 'cash, brought in by the miller, see letter of 3 February', voucher = NULL WHERE id = 9223372036854700000 + 331 * 3;
UPDATE posting SET (day, account, partner, minor, voucher) = (SELECT day, account, partner, minor, voucher FROM posting WHERE id = 9223372036854700000 + 462 * 3) WHERE id = 9223372036854700000 + 463 * 3;
UPDATE posting SET day = '2026-02-30' WHERE id = 9223372036854700000 + 558 * 3;
UPDATE posting SET partner = 'Adler & Söhne', memo = 'renamed by the registry on 1 March' WHERE id = 9223372036854700000 + 601 * 3;
