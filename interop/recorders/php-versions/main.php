<?php
// The percent-encoders and percent-decoders of PHP, for PHP 5.2 and later. Reads
// /tmp/questions; END stands after the last answer.

error_reporting(E_ALL & ~8192); // without E_DEPRECATED
@ini_set('memory_limit', '512M');
@set_time_limit(0);

class Refused extends Exception
{
}

function refuse($level, $text)
{
    if (error_reporting() & $level) {
        throw new Refused($text);
    }
    return true;
}
set_error_handler('refuse');

function text($result)
{
    if (!is_string($result)) {
        throw new Refused('returned ' . json_encode($result));
    }
    return $result;
}

function build_query($s) { return (string) substr(http_build_query(array('k' => $s)), 2); }
function build_query_3986($s) { return (string) substr(http_build_query(array('k' => $s), '', '&', PHP_QUERY_RFC3986), 2); }
function sanitize_encoded($s) { return filter_var($s, FILTER_SANITIZE_ENCODED); }
function sanitize_encoded_strip($s)
{
    $backtick = defined('FILTER_FLAG_STRIP_BACKTICK') ? constant('FILTER_FLAG_STRIP_BACKTICK') : 0;
    return filter_var($s, FILTER_SANITIZE_ENCODED, FILTER_FLAG_STRIP_LOW | FILTER_FLAG_STRIP_HIGH | $backtick);
}
function sanitize_url($s) { return filter_var($s, FILTER_SANITIZE_URL); }
function parse_str_value($s)
{
    parse_str('k=' . $s, $r);
    return text(isset($r['k']) ? $r['k'] : null);
}
function between($head, $out, $tail)
{
    $n = strlen($out) - strlen($head) - strlen($tail);
    if ($n < 0 || strncmp($out, $head, strlen($head)) !== 0 || ($tail !== '' && substr($out, -strlen($tail)) !== $tail)) {
        throw new Refused('the x around the value did not survive');
    }
    return $n === 0 ? '' : substr($out, strlen($head), $n);
}

$table = array(
    array('encoder', 'php.urlencode', 'urlencode($s)', 'urlencode'),
    array('encoder', 'php.rawurlencode', 'rawurlencode($s)', 'rawurlencode'),
    array('encoder', 'php.http_build_query.rfc1738', "substr(http_build_query(['k'=>\$s]),2)", 'build_query'),
    array('decoder', 'php.urldecode', 'urldecode($s)', 'urldecode'),
    array('decoder', 'php.rawurldecode', 'rawurldecode($s)', 'rawurldecode'),
    array('decoder', 'php.parse_str', "parse_str('k='.\$s,\$r); \$r['k']", 'parse_str_value'),
);
if (defined('PHP_QUERY_RFC3986')) {
    $table[] = array('encoder', 'php.http_build_query.rfc3986',
        "substr(http_build_query(['k'=>\$s],'','&',PHP_QUERY_RFC3986),2)", 'build_query_3986');
}
if (function_exists('filter_var')) {
    $table[] = array('encoder', 'php.filter_sanitize_encoded', 'filter_var($s,FILTER_SANITIZE_ENCODED)', 'sanitize_encoded');
    if (defined('FILTER_FLAG_STRIP_BACKTICK')) {
        $table[] = array('encoder', 'php.filter_sanitize_encoded.strip_low_high',
            'filter_var($s,FILTER_SANITIZE_ENCODED,FILTER_FLAG_STRIP_LOW|FILTER_FLAG_STRIP_HIGH|FILTER_FLAG_STRIP_BACKTICK)',
            'sanitize_encoded_strip');
    }
    $table[] = array('encoder', 'php.filter_sanitize_url', 'filter_var($s,FILTER_SANITIZE_URL) (strips, does not escape)', 'sanitize_url');
}
if (class_exists('Uri\\Rfc3986\\Uri')) {
    // In a text, since older versions do not parse it.
    eval('
function rfc($method, $get, $head, $tail, $s) {
    $u = (new Uri\Rfc3986\Uri("http://u@h/"))->$method($head . $s . $tail);
    return between($head, (string) $u->$get(), $tail);
}
function web($method, $get, $head, $tail, $s) {
    $u = (new Uri\WhatWg\Url("http://u@h/"))->$method($head . $s . $tail);
    return between($head, (string) $u->$get(), $tail);
}
function rfc_path($s) { return rfc("withPath", "getPath", "/x", "x", $s); }
function rfc_raw_path($s) { return rfc("withPath", "getRawPath", "/x", "x", $s); }
function rfc_query($s) { return rfc("withQuery", "getQuery", "x", "x", $s); }
function rfc_raw_query($s) { return rfc("withQuery", "getRawQuery", "x", "x", $s); }
function rfc_fragment($s) { return rfc("withFragment", "getFragment", "x", "x", $s); }
function rfc_user_info($s) { return rfc("withUserInfo", "getUserInfo", "x", "x", $s); }
function web_path($s) { return web("withPath", "getPath", "/x", "x", $s); }
function web_query($s) { return web("withQuery", "getQuery", "x", "x", $s); }
function web_fragment($s) { return web("withFragment", "getFragment", "x", "x", $s); }
function web_username($s) { return web("withUsername", "getUsername", "x", "x", $s); }
function web_password($s) { return web("withPassword", "getPassword", "x", "x", $s); }
');
    foreach (array('path' => 'Path', 'query' => 'Query', 'fragment' => 'Fragment', 'user_info' => 'UserInfo') as $f => $part) {
        $value = $part === 'Path' ? "'/x'.\$s.'x'" : "'x'.\$s.'x'";
        $table[] = array('encoder', "php.Uri.Rfc3986.$part", "(new Uri\\Rfc3986\\Uri('http://u@h/'))->with$part($value)->get$part(), between", "rfc_$f");
        if ($part === 'Path' || $part === 'Query') {
            $table[] = array('encoder', "php.Uri.Rfc3986.$part.raw", "(new Uri\\Rfc3986\\Uri('http://u@h/'))->with$part($value)->getRaw$part(), between", "rfc_raw_$f");
        }
    }
    foreach (array('path' => 'Path', 'query' => 'Query', 'fragment' => 'Fragment', 'username' => 'Username', 'password' => 'Password') as $f => $part) {
        $value = $part === 'Path' ? "'/x'.\$s.'x'" : "'x'.\$s.'x'";
        $table[] = array('encoder', "php.Uri.WhatWg.$part", "(new Uri\\WhatWg\\Url('http://u@h/'))->with$part($value)->get$part(), between", "web_$f");
    }
}

$questions = trim(file_get_contents('/tmp/questions'));
if ($questions === 'list') {
    foreach ($table as $row) {
        echo implode("\t", array($row[0], $row[1], 'PHP', 'PHP ' . PHP_VERSION, 'bytes', $row[2])), "\n";
    }
} else {
    $functions = array();
    foreach ($table as $row) {
        $functions[$row[1]] = $row[3];
    }
    $out = '';
    foreach (explode("\n", $questions) as $line) {
        $field = explode("\t", $line);
        $hex = isset($field[1]) ? $field[1] : '';
        try {
            $out .= bin2hex(text(call_user_func($functions[$field[0]], $hex === '' ? '' : pack('H*', $hex)))) . "\n";
        } catch (Exception $e) {
            $out .= '!' . preg_replace('/[^ -~]+/', ' ', get_class($e) . ': ' . substr($e->getMessage(), 0, 200)) . "\n";
        } catch (Error $e) {
            $out .= '!' . preg_replace('/[^ -~]+/', ' ', get_class($e) . ': ' . substr($e->getMessage(), 0, 200)) . "\n";
        }
    }
    echo $out;
}
echo "\nEND\n";
