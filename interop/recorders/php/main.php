<?php
// Records the percent-encoders and percent-decoders of PHP.

set_error_handler(function ($level, $text) {
    throw new ErrorException($text);
});

function text($result)
{
    if (!is_string($result)) {
        throw new UnexpectedValueException('returned ' . json_encode($result));
    }
    return $result;
}

function parse_str_value($s)
{
    parse_str('k=' . $s, $r);
    return text($r['k'] ?? null);
}

$curl = curl_init();
$strip = FILTER_FLAG_STRIP_LOW | FILTER_FLAG_STRIP_HIGH | FILTER_FLAG_STRIP_BACKTICK;

$table = [
    ['encoder', 'php.urlencode', 'urlencode($s)', 'urlencode'],
    ['encoder', 'php.rawurlencode', 'rawurlencode($s)', 'rawurlencode'],
    ['encoder', 'php.http_build_query.rfc1738', "substr(http_build_query(['k'=>\$s]),2)",
        fn($s) => substr(http_build_query(['k' => $s]), 2)],
    ['encoder', 'php.http_build_query.rfc3986', "substr(http_build_query(['k'=>\$s],'','&',PHP_QUERY_RFC3986),2)",
        fn($s) => substr(http_build_query(['k' => $s], '', '&', PHP_QUERY_RFC3986), 2)],
    ['encoder', 'php.filter_sanitize_encoded', 'filter_var($s,FILTER_SANITIZE_ENCODED)',
        fn($s) => filter_var($s, FILTER_SANITIZE_ENCODED)],
    ['encoder', 'php.filter_sanitize_encoded.strip_low_high',
        'filter_var($s,FILTER_SANITIZE_ENCODED,FILTER_FLAG_STRIP_LOW|FILTER_FLAG_STRIP_HIGH|FILTER_FLAG_STRIP_BACKTICK)',
        fn($s) => filter_var($s, FILTER_SANITIZE_ENCODED, $strip)],
    ['encoder', 'php.filter_sanitize_url', 'filter_var($s,FILTER_SANITIZE_URL) (strips, does not escape)',
        fn($s) => filter_var($s, FILTER_SANITIZE_URL)],
    ['encoder', 'php.curl_escape', 'curl_escape($ch,$s)', fn($s) => curl_escape($curl, $s)],
    ['decoder', 'php.urldecode', 'urldecode($s)', 'urldecode'],
    ['decoder', 'php.rawurldecode', 'rawurldecode($s)', 'rawurldecode'],
    ['decoder', 'php.parse_str', "parse_str('k='.\$s,\$r); \$r['k']", 'parse_str_value'],
    ['decoder', 'php.curl_unescape', 'curl_unescape($ch,$s)', fn($s) => curl_unescape($curl, $s)],
];

if (($argv[1] ?? '') === 'list') {
    foreach ($table as [$kind, $id, $call]) {
        echo implode("\t", [$kind, $id, 'PHP', 'PHP ' . PHP_VERSION, 'bytes', $call]), "\n";
    }
    exit;
}
$functions = array_column($table, 3, 1);
while (($line = fgets(STDIN)) !== false) {
    [$id, $hex] = explode("\t", rtrim($line, "\n"));
    try {
        echo bin2hex(text($functions[$id](hex2bin($hex)))), "\n";
    } catch (Exception $e) {
        echo '!', get_class($e), ': ', $e->getMessage(), "\n";
    }
    flush();
}
