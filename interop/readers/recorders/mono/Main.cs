// System.Uri of Mono.
using System;
using System.IO;
using System.Text;

static class Recorder
{
    static string Cut(string s, char c) { return s.Length > 0 && s[0] == c ? s.Substring(1) : s; }

    static string[] Parts(string s)
    {
        var u = new Uri(s);
        return new[] { u.Scheme, u.UserInfo, null, u.Host, u.Port == -1 ? null : u.Port.ToString(), u.AbsolutePath, Cut(u.Query, '?'), Cut(u.Fragment, '#') };
    }

    static string Answer(string digits)
    {
        var octets = new byte[digits.Length / 2];
        for (var i = 0; i < octets.Length; i++) octets[i] = Convert.ToByte(digits.Substring(2 * i, 2), 16);
        string s;
        try { s = new UTF8Encoding(false, true).GetString(octets); }
        catch (ArgumentException) { return "?"; }
        string[] parts;
        try { parts = Parts(s); }
        catch (Exception) { return "!"; }
        var line = new StringBuilder("=");
        foreach (var part in parts)
        {
            line.Append('\t');
            if (part == null) { line.Append('-'); continue; }
            foreach (var b in new UTF8Encoding(false, false).GetBytes(part)) line.Append(b.ToString("x2"));
        }
        return line.ToString();
    }

    static void Main(string[] args)
    {
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        if (args[0] == "list")
            output.Write("mono.uri\t" + Environment.GetEnvironmentVariable("MONO_VERSION") + "\taccessors\tMono System.Uri\tnew Uri(s): Scheme, UserInfo (the user and the password), Host, Port unless -1, AbsolutePath, Query without '?', Fragment without '#'\n");
        else
            for (string line; (line = Console.ReadLine()) != null;) output.Write(Answer(line.Split('\t')[1]) + "\n");
        output.Flush();
    }
}
