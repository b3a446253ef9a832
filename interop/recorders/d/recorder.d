/// Recorder of Phobos' std.uri. A string may hold octets that are not UTF-8.
module recorder;

import std.array : split;
import std.ascii : isControl, LetterCase;
import std.conv : to;
import std.digest : toHexString;
import std.format : format;
import std.stdio : stderr, stdin, stdout, writeln;
import std.string : representation;
import uri = std.uri;

struct Implementation
{
    string kind, name, call;
    string function(string) run;
}

immutable implementations = [
    Implementation("encoder", "d.std.uri.encode", "std.uri.encode(s)", (string s) => uri.encode(s)),
    Implementation("encoder", "d.std.uri.encodeComponent", "std.uri.encodeComponent(s)",
            (string s) => uri.encodeComponent(s)),
    Implementation("decoder", "d.std.uri.decode", "std.uri.decode(s)", (string s) => uri.decode(s)),
    Implementation("decoder", "d.std.uri.decodeComponent", "std.uri.decodeComponent(s)",
            (string s) => uri.decodeComponent(s)),
];

string answer(const(char)[] id, const(char)[] hex)
{
    ubyte[] value;
    for (size_t i = 0; i < hex.length; i += 2)
        value ~= hex[i .. i + 2].to!ubyte(16);
    foreach (i; implementations)
    {
        if (i.name != id)
            continue;
        try
            return i.run(cast(string) value.idup).representation.toHexString!(LetterCase.lower);
        catch (Exception e)
        {
            string message = "!" ~ typeid(e).name ~ ": ";
            foreach (c; e.message)
                message ~= c.isControl ? ' ' : c;
            return message;
        }
    }
    throw new Exception("unknown implementation " ~ id.idup);
}

int main(string[] args)
{
    if (args[1 .. $] == ["list"])
    {
        foreach (i; implementations)
            writeln(format("%s\t%s\tD\tPhobos %d.%03d\tbytes\t%s", i.kind, i.name,
                    __VERSION__ / 1000, __VERSION__ % 1000, i.call));
        return 0;
    }
    if (args[1 .. $] == ["run"])
    {
        foreach (line; stdin.byLine)
        {
            auto fields = line.split('\t');
            writeln(answer(fields[0], fields[1]));
            stdout.flush();
        }
        return 0;
    }
    stderr.writeln("usage: run list|run");
    return 2;
}
