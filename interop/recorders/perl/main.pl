# Records the percent-encoders and percent-decoders of Perl modules.

use strict;
use warnings;

BEGIN {
    for my $module (qw(URI URI::file URI::Escape Net::LibIDN URI::Escape::XS URI::Encode URL::Encode CGI CGI::Util
        Mojolicious Mojo::Util Mojo::Parameters Mojo::Path Mojo::URL Template Template::Filters
        WWW::Form::UrlEncoded HTML::Mason HTML::Mason::Interp URI::Template URI::Query HTTP::Tiny
        HTTP::Message HTTP::Request::Common))
    {
        next if eval "require $module; 1";
        print STDERR "the module $module is missing\n";
        exit 77;
    }
}

# after returns what follows head in out.
sub after {
    my ($head, $out) = @_;
    index($out, $head) == 0 or die "no $head in $out";
    return substr($out, length $head);
}

# between returns what stands between head and tail in out.
sub between {
    my ($head, $out, $tail) = @_;
    my $length = length($out) - length($head) - length($tail);
    $length >= 0 && index($out, $head) == 0 && substr($out, -length $tail) eq $tail
        or die "no $head .. $tail in $out";
    return substr($out, length $head, $length);
}

my (%entries, @order, $version);

sub add {
    my ($kind, $id, $units, $call, $function) = @_;
    $entries{$id} = [$kind, $version, $units, $call, $function];
    push @order, $id;
}
sub enc { add('encoder', @_) }
sub dec { add('decoder', @_) }

sub module {
    my ($module, $name) = @_;
    $version = ($name // $module) . ' ' . $module->VERSION . ' (perl ' . sprintf('%vd', $^V) . ')';
}

# A string of Perl holds lone surrogates, so what takes text has units utf16.

module('URI::Escape');
my $old_unsafe = q{^A-Za-z0-9\-_.!~*'()};
enc('perl.URI::Escape.uri_escape', 'bytes', 'uri_escape($octets)', sub { URI::Escape::uri_escape($_[0]) });
enc('perl.URI::Escape.uri_escape_utf8', 'utf16', 'uri_escape_utf8($text)', sub { URI::Escape::uri_escape_utf8($_[0]) });
enc('perl.URI::Escape.uri_escape.unsafe_latin', 'text', 'uri_escape($text) on characters (dies > U+00FF)',
    sub { URI::Escape::uri_escape($_[0]) });
enc('perl.URI::Escape.uri_escape.legacy_unsafe', 'bytes',
    qq{uri_escape(\$octets,"$old_unsafe") (default set of URI < 5.0)},
    sub { URI::Escape::uri_escape($_[0], $old_unsafe) });
dec('perl.URI::Escape.uri_unescape', 'bytes', 'uri_unescape($octets)', sub { URI::Escape::uri_unescape($_[0]) });

module('URI::Escape::XS');
enc('perl.URI::Escape::XS.encodeURIComponent', 'bytes', 'encodeURIComponent($octets)',
    sub { URI::Escape::XS::encodeURIComponent($_[0]) });
enc('perl.URI::Escape::XS.uri_escape', 'bytes', 'URI::Escape::XS::uri_escape($octets)',
    sub { URI::Escape::XS::uri_escape($_[0]) });
enc('perl.URI::Escape::XS.encodeURIComponentIDN', 'bytes', 'encodeURIComponentIDN($octets)',
    sub { URI::Escape::XS::encodeURIComponentIDN($_[0]) });
dec('perl.URI::Escape::XS.decodeURIComponent', 'bytes', 'decodeURIComponent($octets)',
    sub { URI::Escape::XS::decodeURIComponent($_[0]) });
dec('perl.URI::Escape::XS.uri_unescape', 'bytes', 'URI::Escape::XS::uri_unescape($octets)',
    sub { URI::Escape::XS::uri_unescape($_[0]) });

module('URI');

sub with_uri {
    my ($use) = @_;
    return sub { my $u = URI->new('http://h'); $use->($u, $_[0]) };
}
enc('perl.URI.new_as_string', 'bytes', 'URI->new("http://h/x".$octets."x")->as_string, between the x',
    sub { between('http://h/x', URI->new("http://h/x$_[0]x")->as_string, 'x') });
enc('perl.URI.path', 'bytes', '$u=URI->new("http://h"); $u->path("/x".$octets."x"); $u->path, between the x',
    with_uri(sub { my ($u, $s) = @_; $u->path("/x${s}x"); between('/x', $u->path, 'x') }));
enc('perl.URI.path_segments', 'bytes', '$u->path_segments("",$octets); $u->path, after /',
    with_uri(sub { my ($u, $s) = @_; $u->path_segments('', $s); after('/', $u->path) }));
enc('perl.URI.query', 'bytes', '$u->query("x".$octets."x"); $u->query, between the x',
    with_uri(sub { my ($u, $s) = @_; $u->query("x${s}x"); between('x', $u->query, 'x') }));
enc('perl.URI.query_form', 'bytes', '$u->query_form(k=>$octets); $u->query, after k=',
    with_uri(sub { my ($u, $s) = @_; $u->query_form(k => $s); after('k=', $u->query) }));
enc('perl.URI.query_keywords', 'bytes', '$u->query_keywords("x".$octets."x"); $u->query, between the x',
    with_uri(sub { my ($u, $s) = @_; $u->query_keywords("x${s}x"); between('x', $u->query, 'x') }));
enc('perl.URI.fragment', 'bytes', '$u->fragment("x".$octets."x"); $u->fragment, between the x',
    with_uri(sub { my ($u, $s) = @_; $u->fragment("x${s}x"); between('x', $u->fragment, 'x') }));
enc('perl.URI.userinfo', 'bytes', '$u->userinfo($octets); $u->userinfo',
    with_uri(sub { my ($u, $s) = @_; $u->userinfo($s); $u->userinfo }));
enc('perl.URI.user', 'bytes', '$u=URI->new("ftp://h"); $u->user($octets); $u->userinfo',
    sub { my $u = URI->new('ftp://h'); $u->user($_[0]); $u->userinfo });
enc('perl.URI.file', 'bytes', 'URI::file->new("/x".$octets."x","unix"), between the x',
    sub { between('file:///x', URI::file->new("/x$_[0]x", 'unix')->as_string, 'x') });

module('URI::Encode');
my $encode = URI::Encode->new;
my $encode_reserved = URI::Encode->new({encode_reserved => 1});
my $encode_once = URI::Encode->new({double_encode => 0});
enc('perl.URI::Encode.encode', 'utf16', 'URI::Encode->new->encode($text)', sub { $encode->encode($_[0]) });
enc('perl.URI::Encode.encode_reserved', 'utf16', 'URI::Encode->new({encode_reserved=>1})->encode($text)',
    sub { $encode_reserved->encode($_[0]) });
enc('perl.URI::Encode.no_double', 'utf16', 'URI::Encode->new({double_encode=>0})->encode($text)',
    sub { $encode_once->encode($_[0]) });
dec('perl.URI::Encode.decode', 'bytes', 'URI::Encode->new->decode($octets)', sub { $encode->decode($_[0]) });

module('URL::Encode');
enc('perl.URL::Encode.url_encode', 'bytes', 'URL::Encode::url_encode($octets)', sub { URL::Encode::url_encode($_[0]) });
dec('perl.URL::Encode.url_decode', 'bytes', 'URL::Encode::url_decode($octets)', sub { URL::Encode::url_decode($_[0]) });

module('CGI');
enc('perl.CGI.escape', 'bytes', 'CGI::Util::escape($octets)', sub { CGI::Util::escape($_[0]) });
enc('perl.CGI.escape_text', 'utf16', 'CGI::Util::escape($text)', sub { CGI::Util::escape($_[0]) });
dec('perl.CGI.unescape', 'bytes', 'CGI::Util::unescape($octets)', sub { CGI::Util::unescape($_[0]) });

module('Mojolicious');
enc('perl.Mojo.url_escape', 'bytes', 'Mojo::Util::url_escape($octets)', sub { Mojo::Util::url_escape($_[0]) });
enc('perl.Mojo.Parameters', 'utf16', 'substr(Mojo::Parameters->new(k=>$text)->to_string,2)',
    sub { after('k=', Mojo::Parameters->new(k => $_[0])->to_string) });
enc('perl.Mojo.Path', 'utf16', 'Mojo::Path->new->parts([$text])->to_string',
    sub { Mojo::Path->new->parts([$_[0]])->to_string });
enc('perl.Mojo.URL.fragment', 'utf16', 'Mojo::URL->new("http://h")->fragment($text), after #',
    sub { after('http://h#', Mojo::URL->new('http://h')->fragment($_[0])->to_string) });
dec('perl.Mojo.url_unescape', 'bytes', 'Mojo::Util::url_unescape($octets)', sub { Mojo::Util::url_unescape($_[0]) });

module('Template', 'Template Toolkit');

sub tt {
    my ($source, $rules) = @_;
    my $template = Template->new;
    return sub {
        Template::Filters->$rules;
        my $out = '';
        $template->process(\$source, {s => $_[0]}, \$out) or die $template->error;
        return $out;
    };
}
enc('perl.TT.uri', 'bytes', '[% s | uri %]', tt('[% s | uri %]', 'use_rfc3986'));
enc('perl.TT.url', 'bytes', '[% s | url %]', tt('[% s | url %]', 'use_rfc3986'));
enc('perl.TT.uri.rfc2732', 'bytes', 'Template::Filters->use_rfc2732; [% s | uri %]', tt('[% s | uri %]', 'use_rfc2732'));
enc('perl.TT.url.rfc2732', 'bytes', 'Template::Filters->use_rfc2732; [% s | url %]', tt('[% s | url %]', 'use_rfc2732'));

module('WWW::Form::UrlEncoded');
enc('perl.WWW::Form::UrlEncoded', 'bytes', 'substr(build_urlencoded(k=>$octets),2)',
    sub { after('k=', WWW::Form::UrlEncoded::build_urlencoded(k => $_[0])) });
dec('perl.WWW::Form::UrlEncoded.parse', 'bytes', '(parse_urlencoded("k=".$s))[1]',
    sub { (WWW::Form::UrlEncoded::parse_urlencoded("k=$_[0]"))[1] });

module('HTML::Mason');
my $mason_out = '';
my $mason = HTML::Mason::Interp->new(out_method => \$mason_out, comp_root => '/nonexistent');
my $mason_component = $mason->make_component(comp_source => '<%args>$s</%args><% $s |u %>');
enc('perl.HTML::Mason.url_escape', 'bytes', '<% $s |u %> (HTML::Mason::Escapes::url_escape)',
    sub { $mason_out = ''; $mason->exec($mason_component, s => $_[0]); $mason_out });

module('URI::Template');
my $simple = URI::Template->new('{k}');
my $reserved = URI::Template->new('{+k}');
enc('perl.URI::Template.simple', 'utf16', 'URI::Template->new("{k}")->process(k=>$text)',
    sub { $simple->process(k => $_[0])->as_string });
enc('perl.URI::Template.reserved', 'utf16', 'URI::Template->new("{+k}")->process(k=>$text)',
    sub { $reserved->process(k => $_[0])->as_string });

module('URI::Query');
enc('perl.URI::Query', 'utf16', 'URI::Query->new(k=>$text)->stringify, after k=',
    sub { after('k=', URI::Query->new(k => $_[0])->stringify) });

module('HTTP::Tiny');
my $tiny = HTTP::Tiny->new;
enc('perl.HTTP::Tiny.www_form_urlencode', 'utf16', 'HTTP::Tiny->new->www_form_urlencode({k=>$text}), after k=',
    sub { after('k=', $tiny->www_form_urlencode({k => $_[0]})) });

module('HTTP::Message');
enc('perl.HTTP::Request::Common.POST', 'bytes', 'POST("http://h",[k=>$octets])->content, after k=',
    sub { after('k=', HTTP::Request::Common::POST('http://h', [k => $_[0]])->content) });

# octets returns the octets of a result: those of a string of octets, UTF-8 of
# a string with a character beyond them or of a text.
sub octets {
    my ($out, $units) = @_;
    utf8::encode($out) if $units ne 'bytes' || !utf8::downgrade($out, 1);
    return $out;
}

my $mode = "@ARGV";
if ($mode eq 'list') {
    print join("\t", $entries{$_}[0], $_, 'Perl', @{$entries{$_}}[1, 2, 3]), "\n" for @order;
} elsif ($mode eq 'run') {
    $| = 1;
    local $SIG{__WARN__} = sub { };
    while (my $line = <STDIN>) {
        chomp $line;
        my ($id, $hex) = split /\t/, $line, -1;
        my ($units, $function) = @{$entries{$id}}[2, 4];
        my $s = pack 'H*', $hex;
        utf8::decode($s) if $units ne 'bytes';
        my $out = eval { $function->($s) // die "returned undef\n" };
        if (defined $out) {
            print unpack('H*', octets($out, $units)), "\n";
        } else {
            my ($text) = split /\n/, "$@";
            $text =~ s/ at \S+ line \d+.*//s;
            $text =~ s/([^ -~])/sprintf '\\x{%X}', ord $1/ge;
            print "!$text\n";
        }
    }
} else {
    die "usage: run list | run run\n";
}
