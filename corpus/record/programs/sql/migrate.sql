-- Moves the visits of the old system into tables of the new one.
\set ECHO queries
\timing off
set client_min_messages = notice;
create schema old;
create table old.visit (id int, ship text, imo text, came text, went text, fee text);
insert into old.visit
select i, 'ship ' || i % 97, (9000000 + i % 97)::text, to_char(date '2026-01-01' + i / 9, 'DD.MM.YYYY'),
	to_char(date '2026-01-01' + i / 9 + i % 4, 'DD.MM.YYYY'), (i * 37 % 900 + 100)::text || ',50'
from generate_series(1, 900) i;
update old.visit set went = '31.02.2026' where id = 441;
update old.visit set fee = 'waived (storm)' where id = 502;
update old.visit set imo = '9000012 ' where id = 12;
create table ship (imo bigint primary key, name text not null);
create table visit (id int primary key, imo bigint not null references ship, came date not null, went date, fee_cents bigint check (fee_cents >= 0));
select came, count(*) as visits, min(id) as first_id, max(id) as last_id from old.visit group by came order by min(id) limit 70;
insert into ship select distinct trim(imo)::bigint, ship from old.visit;
create or replace function fee(t text) returns bigint language plpgsql as $$
begin
	return replace(t, ',', '')::bigint;
exception when others then
	raise notice 'fee % cannot be read, taken as 0', t;
	return 0;
end $$;
begin;
insert into visit select id, trim(imo)::bigint, to_date(came, 'DD.MM.YYYY'), to_date(went, 'DD.MM.YYYY'), fee(fee) from old.visit;
select count(*) from visit;
commit;
update old.visit set went = null where id = 441;
begin;
insert into visit select id, trim(imo)::bigint, to_date(came, 'DD.MM.YYYY'), to_date(went, 'DD.MM.YYYY'), fee(fee) from old.visit;
insert into visit values (901, 9000055, '2026-04-12', null, -1);
commit;
begin;
insert into visit select id, trim(imo)::bigint, to_date(came, 'DD.MM.YYYY'), to_date(went, 'DD.MM.YYYY'), fee(fee) from old.visit;
commit;
analyze visit;
explain (analyze, costs off, timing off, summary off, buffers off) select s.name, sum(v.fee_cents) from visit v join ship s using (imo) where v.came >= '2026-02-01' group by s.name order by 2 desc;
select s.name, count(*) as visits, sum(v.fee_cents) as cents from visit v join ship s using (imo) group by s.name order by s.name;
