<?php
while (($line = fgets(STDIN)) !== false) {
    echo rawurlencode(rtrim($line, "\n")), "\n";
}
