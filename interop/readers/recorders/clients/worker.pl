# Fetches URLs with the module that is named.
use strict;
use warnings;
$| = 1;
$SIG{__WARN__} = sub { };
my $module = shift;
eval "require $module" or die $@;
my $fetch;
if ($module eq 'Mojolicious') {
    require Mojo::UserAgent;
    my $ua = Mojo::UserAgent->new(connect_timeout => 10, request_timeout => 10, max_connections => 0);
    $fetch = sub { $ua->get($_[0]) };
} else {
    my $ua = $module->new(timeout => 10);
    $fetch = sub { $ua->get($_[0]) };
}
while (my $line = <STDIN>) {
    chomp $line;
    my $s = pack 'H*', $line;
    if ($module eq 'Mojolicious' && !utf8::decode($s)) { print "?\n"; next }
    eval { $fetch->($s) };
    print ".\n";
}
