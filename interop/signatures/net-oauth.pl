# Records Net::OAuth: requests on standard input, a recording on standard output.
# Its interface has one value a name: requests with more are answered by null.
use strict;
use warnings;
use JSON::PP;
use Digest::SHA;
use MIME::Base64;
use Net::OAuth;
use Net::OAuth::ProtectedResourceRequest;
$Net::OAuth::PROTOCOL_VERSION = Net::OAuth::PROTOCOL_VERSION_1_0A;

local $/;
my $requests = decode_json(<STDIN>);
my @results;
for my $q (@$requests) {
    my (%params, $repeated);
    for my $p (@{ $q->{params} }) {
        $repeated = 1 if exists $params{ $p->[0] };
        $params{ $p->[0] } = $p->[1];
    }
    if ($repeated) { push @results, undef; next; }
    my $request = Net::OAuth::ProtectedResourceRequest->new(
        consumer_key     => $q->{consumer_key},
        consumer_secret  => $q->{consumer_secret},
        token            => $q->{token},
        token_secret     => $q->{token_secret},
        request_url      => $q->{uri},
        request_method   => $q->{method},
        signature_method => "HMAC-$q->{hash}",
        timestamp        => $q->{timestamp},
        nonce            => $q->{nonce},
        extra_params     => \%params,
    );
    my $base = $request->signature_base_string;
    my $hmac = { SHA1 => \&Digest::SHA::hmac_sha1, SHA256 => \&Digest::SHA::hmac_sha256, SHA512 => \&Digest::SHA::hmac_sha512 }->{ $q->{hash} };
    push @results, { base => $base, signature => encode_base64($hmac->($base, $request->signature_key), '') };
}
my $json = JSON::PP->new->utf8->canonical->indent->indent_length(0);
print $json->encode({ implementation => 'Net::OAuth', version => "$Net::OAuth::VERSION (Perl $^V)", results => \@results });
