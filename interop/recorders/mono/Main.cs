// The mono recorder runs the percent-encoders and decoders of the .NET class
// library. Strings are UTF-16 and may hold lone surrogates.
using System;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.IO;
using System.Net;
using System.Reflection;
using System.Text;
using System.Web;

sealed class Inexpressible : Exception {}

sealed class Implementation {
	public string Kind, Id, Units, Call;
	public Func<byte[], byte[]> Run;
}

static class Program {
	static readonly List<Implementation> all = new List<Implementation>();

	static void Strings(string kind, string id, string call, Func<string, string> f) {
		all.Add(new Implementation { Kind = kind, Id = id, Units = "utf16", Call = call, Run = b => Octets(f(Units(b))) });
	}

	static void Bytes(string kind, string id, string call, Func<byte[], byte[]> f) {
		all.Add(new Implementation { Kind = kind, Id = id, Units = "bytes", Call = call, Run = f });
	}

	static void Fill() {
		Strings("encoder", "mono.Uri.EscapeDataString", "Uri.EscapeDataString(s)", Uri.EscapeDataString);
		Strings("encoder", "mono.Uri.EscapeUriString", "Uri.EscapeUriString(s)", Uri.EscapeUriString);
		Strings("encoder", "mono.Uri.HexEscape", "Uri.HexEscape(c) (one char)", HexEscape);
		Strings("encoder", "mono.HttpUtility.UrlEncode", "HttpUtility.UrlEncode(s)", s => HttpUtility.UrlEncode(s));
		Bytes("encoder", "mono.HttpUtility.UrlEncode.bytes", "HttpUtility.UrlEncode(bytes)", b => Octets(HttpUtility.UrlEncode(b)));
		Strings("encoder", "mono.HttpUtility.UrlPathEncode", "HttpUtility.UrlPathEncode(s)", HttpUtility.UrlPathEncode);
		Strings("encoder", "mono.HttpUtility.UrlEncodeUnicode", "HttpUtility.UrlEncodeUnicode(s)", HttpUtility.UrlEncodeUnicode);
		Strings("encoder", "mono.WebUtility.UrlEncode", "WebUtility.UrlEncode(s)", WebUtility.UrlEncode);
		Bytes("encoder", "mono.WebUtility.UrlEncodeToBytes", "WebUtility.UrlEncodeToBytes(b,0,n)", b => WebUtility.UrlEncodeToBytes(b, 0, b.Length));
		Strings("encoder", "mono.Uri.AbsoluteUri.path", "new Uri(\"http://h/x\"+s+\"x\").AbsoluteUri, between",
			s => Between(new Uri("http://h/x" + s + "x").AbsoluteUri, "http://h/x", "x"));
		Strings("encoder", "mono.UriBuilder.Query", "new UriBuilder{Query=s}.Uri.AbsoluteUri after http://localhost/?", Query);
		Strings("encoder", "mono.HttpUtility.ParseQueryString.ToString",
			"q=HttpUtility.ParseQueryString(\"\");q[\"k\"]=s;q.ToString() after k=", Collection);
		Strings("decoder", "mono.Uri.UnescapeDataString", "Uri.UnescapeDataString(s)", Uri.UnescapeDataString);
		Strings("decoder", "mono.HttpUtility.UrlDecode", "HttpUtility.UrlDecode(s)", s => HttpUtility.UrlDecode(s));
		Bytes("decoder", "mono.HttpUtility.UrlDecodeToBytes", "HttpUtility.UrlDecodeToBytes(bytes)", b => HttpUtility.UrlDecodeToBytes(b));
		Strings("decoder", "mono.WebUtility.UrlDecode", "WebUtility.UrlDecode(s)", WebUtility.UrlDecode);
	}

	static string HexEscape(string s) {
		if (s.Length != 1)
			throw new Inexpressible();
		return Uri.HexEscape(s[0]);
	}

	static string Query(string s) {
		string uri = Between(new UriBuilder { Query = s }.Uri.AbsoluteUri, "http://localhost/", "");
		// Without a query there is no question mark.
		return uri.StartsWith("?") ? uri.Substring(1) : uri;
	}

	static string Collection(string s) {
		NameValueCollection q = HttpUtility.ParseQueryString("");
		q["k"] = s;
		return Between(q.ToString(), "k=", "");
	}

	static string Between(string s, string before, string after) {
		if (s.Length < before.Length + after.Length
			|| !s.StartsWith(before, StringComparison.Ordinal) || !s.EndsWith(after, StringComparison.Ordinal))
			throw new Exception("the x around the value did not survive");
		return s.Substring(before.Length, s.Length - before.Length - after.Length);
	}

	// Decodes UTF-8 in which a lone surrogate stands as three octets.
	static string Units(byte[] b) {
		var s = new StringBuilder();
		for (int i = 0; i < b.Length;) {
			int c = b[i++], more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
			if (more > 0)
				c &= 0x3F >> more;
			while (more-- > 0)
				c = c << 6 | b[i++] & 0x3F;
			if (c >= 0x10000)
				s.Append(char.ConvertFromUtf32(c));
			else
				s.Append((char)c);
		}
		return s.ToString();
	}

	static readonly int[] lead = { 0, 0xC0, 0xE0, 0xF0 };

	static byte[] Octets(string s) {
		if (s == null)
			return null;
		var o = new MemoryStream();
		for (int i = 0; i < s.Length; i++) {
			int c = s[i];
			if (char.IsHighSurrogate(s[i]) && i + 1 < s.Length && char.IsLowSurrogate(s[i + 1]))
				c = char.ConvertToUtf32(s[i], s[++i]);
			if (c < 0x80) {
				o.WriteByte((byte)c);
				continue;
			}
			int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
			o.WriteByte((byte)(lead[more] | c >> 6 * more));
			while (more-- > 0)
				o.WriteByte((byte)(0x80 | c >> 6 * more & 0x3F));
		}
		return o.ToArray();
	}

	static string Answer(Implementation i, string digits) {
		var b = new byte[digits.Length / 2];
		for (int j = 0; j < b.Length; j++)
			b[j] = Convert.ToByte(digits.Substring(2 * j, 2), 16);
		try {
			byte[] result = i.Run(b);
			return result == null ? "!returned null" : BitConverter.ToString(result).Replace("-", "").ToLowerInvariant();
		} catch (Inexpressible) {
			return "-";
		} catch (Exception e) {
			return "!" + (e.GetType().FullName + ": " + e.Message).Replace('\n', ' ').Replace('\r', ' ');
		}
	}

	static int Main(string[] args) {
		var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
		var name = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
		string version = "Mono " + ((string)name.Invoke(null, null)).Split(' ')[0];
		Fill();
		if (args.Length == 1 && args[0] == "list") {
			foreach (var i in all)
				output.Write(string.Join("\t", i.Kind, i.Id, "C# (Mono)", version, i.Units, i.Call) + "\n");
			output.Flush();
			return 0;
		}
		if (args.Length != 1 || args[0] != "run") {
			Console.Error.WriteLine("usage: run list|run");
			return 2;
		}
		var input = new StreamReader(Console.OpenStandardInput());
		for (string line; (line = input.ReadLine()) != null;) {
			string[] fields = line.Split('\t');
			Implementation found = all.Find(i => i.Id == fields[0]);
			if (found == null) {
				Console.Error.WriteLine("unknown implementation " + fields[0]);
				return 2;
			}
			output.Write(Answer(found, fields[1]) + "\n");
			output.Flush();
		}
		return 0;
	}
}
