#!/bin/sh
# Records anew what the programs do. It needs the Debian packages nodejs, npm,
# php-cli, python3, ruby, ruby-rack and ruby-activesupport.
set -e
cd "$(dirname "$0")"
php record.php <inputs.json >php.json
ruby record.rb <inputs.json >ruby.json
python3 record.py <inputs.json >python.json
npm install --silent --no-package-lock
node record.mjs <inputs.json >node.json
rm -rf node_modules
