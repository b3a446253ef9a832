# Functions of Perl: functions.pl ID.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use Encode ();
use HTTP::Tiny;

my $name = shift;
if ($name =~ /URI::Escape/ && !eval { require URI::Escape; 1 }) {
    exit 77;
}
my %bytes = (
    'perl.URI::Escape.uri_escape' => sub { URI::Escape::uri_escape($_[0]) },
    'perl.URI::Escape.uri_unescape' => sub { URI::Escape::uri_unescape($_[0]) },
);
my %text = (
    'perl.URI::Escape.uri_escape.unsafe_latin' => sub { URI::Escape::uri_escape($_[0]) },
);
my $json = JSON::PP->new->utf8->canonical;
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my $value = $question->{input};
    if ($bytes{$name}) {
        $value = defined $value ? Encode::encode('utf8', $value) : decode_base64($question->{input_base64});
    }
    my $out = eval { ($bytes{$name} || $text{$name})->($value) };
    my $answer = defined $out ? { output_base64 => encode_base64($out, '') } : { error => 'died' };
    print $json->encode($answer), "\n";
}
