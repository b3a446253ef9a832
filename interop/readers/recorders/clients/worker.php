<?php
// Fetches URLs with the API that is named.

error_reporting(0);
$api = $argv[1];
if (isset($argv[2])) {
    echo $api == 'curl' ? PHP_VERSION . '-libcurl-' . curl_version()['version'] : PHP_VERSION;
    exit;
}
ini_set('default_socket_timeout', '10');
while (($line = fgets(STDIN)) !== false) {
    $s = hex2bin(trim($line));
    try {
        if ($api == 'curl') {
            $c = curl_init($s);
            curl_setopt($c, CURLOPT_RETURNTRANSFER, true);
            curl_setopt($c, CURLOPT_TIMEOUT, 10);
            curl_exec($c);
            curl_close($c);
        } else {
            file_get_contents($s);
        }
    } catch (Throwable $e) {
    }
    echo ".\n";
}
