-- Fills a table of moorings and prints it as CSV; the same rows each time.
create table mooring (id integer primary key, day text, ship text, berth text, tonnes real, hours real, fee_eur real, remark text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 2600)
insert into mooring
select 61000 + i,
	date('2026-01-01', '+' || (i / 8) || ' days'),
	(array_name) || ' ' || (1 + i * 7 % 9),
	'N' || printf('%02d', 1 + i * 13 % 40),
	round(200 + (i * 7919 % 4800) + (i % 10) / 10.0, 1),
	round(2 + (i * 31 % 460) / 10.0, 1),
	round((2 + (i * 31 % 460) / 10.0) * 41.5, 2),
	case when i % 97 = 0 then 'fender error reported, none found' when i % 11 = 0 then 'night' else '' end
from (select i, substr('Alma   Brise  CormoraDelfin Elbe   Falke  Grete  ', 1 + 7 * (i % 7), 7) as array_name from n);
update mooring set ship = replace(ship, '   ', ' '), remark = 'left with lines of "Alma 3"; see letter, page 2' where id = 62104;
update mooring set ship = replace(replace(ship, '   ', ' '), '  ', ' ');
update mooring set fee_eur = -1877.5 where id = 62377;
update mooring set hours = 1291.0 where id = 62491;
update mooring set berth = 'X99' where id = 62244;
update mooring set day = '2062-06-21' where id = 62368;
update mooring set tonnes = null where id = 62519;
.mode csv
.headers on
select * from mooring;
