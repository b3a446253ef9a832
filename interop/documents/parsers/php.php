<?php
// The strings, comments and texts of PHP, by its own tokenizer. It reads names of files and
// writes, for each, a line of JSON.

/** unescaped reads a string in double quotation marks, or a heredoc. */
function unescaped(string $s): string
{
    return preg_replace_callback('/\\\\(?:([nrtvef"$\\\\])|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]+)\})/', function ($m) {
        if (isset($m[4])) {
            return mb_chr(hexdec($m[4]));
        }
        if (isset($m[3])) {
            return chr(hexdec($m[3]));
        }
        if (isset($m[2])) {
            return chr(octdec($m[2]));
        }
        return ['n' => "\n", 'r' => "\r", 't' => "\t", 'v' => "\v", 'e' => "\e", 'f' => "\f"][$m[1]] ?? $m[1];
    }, $s);
}

function values(string $source): array
{
    $values = [];
    $open = null; // the text of a string with variables in it
    foreach (token_get_all($source, TOKEN_PARSE) as $t) {
        [$kind, $text] = is_array($t) ? $t : [null, $t];
        if ($open !== null) {
            if ($text === '"' && $kind === null && $heredoc === false || $kind === T_END_HEREDOC) {
                $values[] = $open;
                $open = null;
            } elseif ($kind === T_ENCAPSED_AND_WHITESPACE) {
                $open .= $raw ? $text : unescaped($text);
            } else {
                $open .= $text;
            }
            continue;
        }
        switch ($kind) {
            case T_CONSTANT_ENCAPSED_STRING:
                $b = ltrim($text, 'bB');
                $inner = substr($b, 1, -1);
                $values[] = $b[0] === "'" ? preg_replace('/\\\\([\\\\\'])/', '$1', $inner) : unescaped($inner);
                break;
            case T_START_HEREDOC:
                [$open, $heredoc, $raw] = ['', true, str_contains($text, "'")];
                break;
            case T_COMMENT:
            case T_DOC_COMMENT:
            case T_INLINE_HTML:
                $values[] = $text;
                break;
            case null:
                if ($text === '"') {
                    [$open, $heredoc, $raw] = ['', false, false];
                }
        }
    }
    return $values;
}

while (($file = fgets(STDIN)) !== false) {
    $file = rtrim($file, "\n");
    $answer = ['file' => $file];
    try {
        $answer['values'] = values(file_get_contents($file));
    } catch (ParseError $e) {
        $answer['error'] = get_class($e);
    }
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
