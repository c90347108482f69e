package Rain;
use strict;
use warnings;

# Reads lines such as "2026-11-30 Emden 12.4mm" and sums them up.
sub parse {
    my ($line) = @_;
    my ($day, $place, $mm) = $line =~ /^(\S+) (\S+) ([\d.]+)mm$/ or die "cannot read '$line'\n";
    return { day => $day, place => $place, mm => $mm };
}

sub total {
    my (@rows) = @_;
    my $sum = 0;
    $sum += $_->{mm} for @rows;
    return sprintf '%.1f', $sum;
}

sub wettest {
    my (@rows) = @_;
    my ($best) = sort { $b->{mm} cmp $a->{mm} } @rows;
    return $best->{place};
}

1;
