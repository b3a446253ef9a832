<?php
// Answers what libraries of PHP read in connection URIs: run.php FAMILY, a URI in hexadecimal on each
// line of standard input. A line "# driver version call" comes before the answers of each driver.
spl_autoload_register(function ($class) {
    $file = '/usr/share/php/' . str_replace('\\', '/', $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

function version($package) {
    return preg_replace('/[+-].*/', '', trim(shell_exec("dpkg-query -W -f '\${Version}' " . escapeshellarg($package))));
}

function five($all, $names, $without = []) {
    $parts = [];
    foreach ($names as $name) {
        $parts[] = $all[$name] ?? null;
        unset($all[$name]);
    }
    foreach ($without as $name) {
        unset($all[$name]);
    }
    return [$parts, array_filter($all, fn ($v) => $v !== null)];
}

$doctrine = ['doctrine', fn () => version('php-doctrine-dbal'), 'Doctrine\DBAL\Tools\DsnParser::parse(uri)', function ($uri) {
    $parser = new Doctrine\DBAL\Tools\DsnParser(['postgresql' => 'pdo_pgsql', 'postgres' => 'pdo_pgsql', 'pgsql' => 'pdo_pgsql', 'mysql' => 'pdo_mysql', 'mariadb' => 'pdo_mysql', 'sqlite' => 'pdo_sqlite']);
    return five($parser->parse($uri), ['user', 'password', 'host', 'port', 'dbname']);
}];
$drivers = [
    'postgresql' => [$doctrine],
    'mysql' => [$doctrine],
    'redis' => [['predis', fn () => version('php-nrk-predis'), 'Predis\Connection\Parameters::create(uri)', function ($uri) {
        $all = Predis\Connection\Parameters::create($uri)->toArray();
        return five($all, ['username', 'password', 'host', 'port', 'database'], ['scheme']);
    }]],
];

function text($v) {
    return is_array($v) ? json_encode($v) : (is_bool($v) ? ($v ? 'true' : 'false') : (string) $v);
}

$uris = array_map('hex2bin', explode("\n", rtrim(stream_get_contents(STDIN), "\n")));
foreach ($drivers[$argv[1]] ?? [] as [$name, $version, $call, $read]) {
    echo implode("\t", ['#', $name, $version(), $call]), "\n";
    $known = $read($uris[0])[1];
    foreach ($uris as $uri) {
        try {
            [$parts, $options] = $read($uri);
        } catch (Throwable $e) {
            echo "!\t", bin2hex($e->getMessage()), "\n";
            continue;
        }
        $line = ['='];
        foreach ($parts as $part) {
            $line[] = $part === null ? '-' : bin2hex(text($part));
        }
        $list = [];
        foreach ($options as $n => $v) {
            if (!isset($known[$n]) || text($known[$n]) !== text($v)) {
                $list[] = bin2hex($n) . '=' . bin2hex(text($v));
            }
        }
        sort($list);
        echo implode("\t", array_merge($line, $list)), "\n";
    }
}
