# URI of Perl.
use strict;
no warnings; # of hosts that are none
use Encode ();
use URI;

sub call {
    my ($u, $method) = @_;
    return $u->can($method) ? scalar $u->$method : undef;
}

sub parts {
    my $u = URI->new($_[0]);
    return (
        scalar $u->scheme, call($u, 'userinfo'), undef, call($u, 'host'), call($u, '_port'),
        scalar($u->can('path') ? $u->path : $u->opaque), call($u, 'query'), scalar $u->fragment
    );
}

sub field {
    my $s = shift;
    return '-' unless defined $s;
    return unpack 'H*', Encode::encode('utf8', $s);
}

if ($ARGV[0] eq 'list') {
    print join("\t", 'perl.uri', $URI::VERSION, 'accessors', 'Perl URI', 'URI->new($s): scheme, userinfo, host, _port, path or opaque, query, fragment; $s holds characters'), "\n";
    exit;
}
while (my $line = <STDIN>) {
    chomp $line;
    my ($name, $digits) = split /\t/, $line, -1;
    my $s = eval { Encode::decode('utf8', pack('H*', $digits), Encode::FB_CROAK) };
    undef $s if defined $s && $s =~ /[\x{d800}-\x{dfff}]|[^\x{0}-\x{10ffff}]/;
    if (!defined $s) { print "?\n"; next }
    my @parts = eval { parts($s) };
    print @parts ? join("\t", '=', map { field($_) } @parts) : '!', "\n";
}
