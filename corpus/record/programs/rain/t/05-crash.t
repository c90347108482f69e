use strict;
use warnings;
use lib 'lib';
use Test::More tests => 9;
use Rain;

ok(Rain::parse("2026-12-0$_ List 1mm"), "day $_") for 1 .. 4;
Rain::parse('2026-12-05 List 1 mm');
ok(1, 'not reached');
