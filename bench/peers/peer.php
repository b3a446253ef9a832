<?php
[, $op, $in, $out, $ms] = $argv;
$s = file_get_contents($in);
$f = $op === 'encode' ? 'rawurlencode' : 'rawurldecode';
file_put_contents($out, $f($s));
$n = 1;
$best = INF;
$end = hrtime(true) + $ms * 1e6;
do {
    $t = hrtime(true);
    if ($op === 'encode') {
        for ($i = 0; $i < $n; $i++) $r = rawurlencode($s);
    } else {
        for ($i = 0; $i < $n; $i++) $r = rawurldecode($s);
    }
    $now = hrtime(true);
    $d = $now - $t;
    if ($d < 50000) { $n *= 2; continue; }
    $best = min($best, $d / $n);
} while ($now < $end);
echo $best;
