<?php
// Functions of PHP: functions.php ID.
$functions = [
    'php.urlencode' => 'urlencode',
    'php.rawurlencode' => 'rawurlencode',
    'php.http_build_query.rfc1738' => fn($s) => substr(http_build_query(['k' => $s]), 2),
    'php.http_build_query.rfc3986' => fn($s) => substr(http_build_query(['k' => $s], '', '&', PHP_QUERY_RFC3986), 2),
    'php.filter_sanitize_url' => fn($s) => filter_var($s, FILTER_SANITIZE_URL),
    'php.urldecode' => 'urldecode',
    'php.rawurldecode' => 'rawurldecode',
];
$call = $functions[$argv[1]];
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    $value = $question['input'] ?? base64_decode($question['input_base64'] ?? '');
    echo json_encode(['output_base64' => base64_encode($call($value))]), "\n";
}
