use strict;
use warnings;
use lib 'lib';
use Test::More;
use Rain;

for my $n (1 .. 25) {
    my $row = Rain::parse("2026-05-0" . (1 + $n % 9) . " station-$n " . $n * 0.05 . 'mm');
    ok($row->{mm} > 0, "station-$n of month 05 rains, error free");
}
done_testing;
