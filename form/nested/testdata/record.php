<?php
// Records http_build_query and parse_str of PHP: php record.php < inputs.json
function data($v) {
    if (!is_object($v)) return $v;
    if (isset($v->list)) return array_map('data', $v->list);
    $a = [];
    foreach ($v->map as [$k, $x]) $a[$k] = data($x);
    return $a;
}
function value($v, $top = false) {
    if (is_string($v)) return preg_match('//u', $v) ? $v : ['hex' => bin2hex($v)];
    if (!$top && array_is_list($v)) return ['list' => array_map('value', $v)];
    $m = [];
    foreach ($v as $k => $x) $m[] = [value((string) $k), value($x)];
    return ['map' => $m];
}
$in = json_decode(stream_get_contents(STDIN));
$out = ['version' => 'PHP ' . PHP_VERSION, 'build' => [], 'parse' => []];
foreach (['PHP' => PHP_QUERY_RFC1738, 'PHP (RFC 3986)' => PHP_QUERY_RFC3986] as $name => $type)
    foreach ($in->build as $v) $out['build'][$name][] = http_build_query(data($v), '', '&', $type);
foreach ($in->parse as $q) {
    $a = [];
    parse_str($q, $a);
    $out['parse']['PHP'][] = value($a, true);
}
echo json_encode($out, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRETTY_PRINT), "\n";
