<?php
// The protocol of recorders of readers, for PHP 5.2 and later.

error_reporting(0);
@ini_set('memory_limit', '512M');
@set_time_limit(0);

function field($value)
{
    return $value === null ? '-' : bin2hex((string) $value);
}

// rows are array(name, version, program, call, function); a function returns the parts, null for
// those that are absent, or false when it refuses.
function answers($rows, $verb, $questions)
{
    $out = '';
    $functions = array();
    foreach ($rows as $row) {
        $functions[$row[0]] = $row[4];
        if ($verb == 'list') {
            $out .= "$row[0]\t$row[1]\taccessors\t$row[2]\t$row[3]\n";
        }
    }
    if ($verb == 'list') {
        return $out;
    }
    foreach (explode("\n", rtrim($questions, "\n")) as $line) {
        list($name, $digits) = explode("\t", $line);
        try {
            $parts = call_user_func($functions[$name], pack('H*', $digits));
        } catch (Exception $e) {
            $parts = false;
        }
        if ($parts === false) {
            $out .= "!\n";
        } else {
            $out .= "=\t" . implode("\t", array_map('field', $parts)) . "\n";
        }
    }
    return $out;
}
