<?php
// Answers with the path that is asked for by PATH_VARIABLES: two names of $_SERVER.
[$rule, $app] = explode(' ', getenv('PATH_VARIABLES') ?: $_SERVER['PATH_VARIABLES']);
$tag = getenv('HOPS_TAG') ?: $_SERVER['HOPS_TAG'];
if (isset($_SERVER[$rule])) {
    header("X-Rule-$tag-Hex: " . bin2hex($_SERVER[$rule]));
}
if (isset($_SERVER[$app])) {
    header("X-App-$tag-Hex: " . bin2hex($_SERVER[$app]));
}
