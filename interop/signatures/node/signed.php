<?php
// Signs the requests on standard input, a list in JSON, as the services' samples in PHP do.
$out = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $r) {
    $p = $r['params'];
    $text = '';
    if ($r['scheme'] === 'vnpay') {
        ksort($p);
        $parts = [];
        foreach ($p as $name => $value) {
            $parts[] = urlencode($name) . '=' . urlencode($value);
        }
        $text = implode('&', $parts);
        $signature = hash_hmac('sha512', $text, $r['key']);
        $out[] = ['scheme' => 'vnpay', 'method' => 'GET', 'url' => 'https://h.example/return?' . http_build_query($p) . '&vnp_SecureHash=' . $signature, 'key' => $r['key'], 'text' => $text];
        continue;
    }
    foreach ($p as $name => $value) {
        if ($value !== '') {
            $text .= $name . '=' . urlencode(trim($value)) . '&';
        }
    }
    $text = substr($text, 0, -1);
    $signature = md5($text . '&passphrase=' . urlencode(trim($r['key'])));
    $out[] = ['scheme' => 'payfast', 'method' => 'POST', 'url' => 'https://www.payfast.example/eng/process', 'header' => [['Content-Type', 'application/x-www-form-urlencoded']],
        'body' => http_build_query($p + ['signature' => $signature]), 'key' => $r['key'], 'text' => $text];
}
echo json_encode($out, JSON_UNESCAPED_SLASHES);
