<?php
// parse_url of PHP 5.2 and later, and the classes of PHP 8.5.

function parse($s)
{
    $u = parse_url($s);
    if (!is_array($u)) {
        return false;
    }
    $out = array();
    foreach (array('scheme', 'user', 'pass', 'host', 'port', 'path', 'query', 'fragment') as $key) {
        $out[] = array_key_exists($key, $u) ? $u[$key] : null;
    }
    return $out;
}

function rfc3986($s)
{
    $u = Uri\Rfc3986\Uri::parse($s);
    if ($u === null) {
        return false;
    }
    return array($u->getRawScheme(), $u->getRawUsername(), $u->getRawPassword(), $u->getRawHost(), $u->getPort(), $u->getRawPath(), $u->getRawQuery(), $u->getRawFragment());
}

function whatwg($s)
{
    $u = Uri\WhatWg\Url::parse($s);
    if ($u === null) {
        return false;
    }
    return array($u->getScheme(), $u->getUsername(), $u->getPassword(), $u->getAsciiHost(), $u->getPort(), $u->getPath(), $u->getQuery(), $u->getFragment());
}

$rows = array(array('php.parse_url', PHP_VERSION, 'PHP parse_url', 'parse_url($s): scheme, user, pass, host, port, path, query, fragment', 'parse'));
if (class_exists('Uri\Rfc3986\Uri')) {
    $rows[] = array('php.rfc3986', PHP_VERSION, 'PHP Uri\Rfc3986\Uri', 'Uri\Rfc3986\Uri::parse($s): getRawScheme(), getRawUsername(), getRawPassword(), getRawHost(), getPort(), getRawPath(), getRawQuery(), getRawFragment()', 'rfc3986');
    $rows[] = array('php.whatwg', PHP_VERSION, 'PHP Uri\WhatWg\Url', 'Uri\WhatWg\Url::parse($s): getScheme(), getUsername(), getPassword(), getAsciiHost(), getPort(), getPath(), getQuery(), getFragment()', 'whatwg');
}
