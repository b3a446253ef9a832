// Fetches URLs with WebRequest.
using System;
using System.Net;
using System.Text;

static class Worker
{
    static void Fetch(string s)
    {
        var request = WebRequest.Create(s);
        request.Timeout = 10000;
        request.Proxy = null;
        using (request.GetResponse()) { }
    }

    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var octets = new byte[line.Length / 2];
            for (var i = 0; i < octets.Length; i++) octets[i] = Convert.ToByte(line.Substring(2 * i, 2), 16);
            string s;
            try { s = new UTF8Encoding(false, true).GetString(octets); }
            catch (ArgumentException) { Console.WriteLine("?"); continue; }
            try { Fetch(s); }
            catch (Exception) { } // what it did before counts
            Console.WriteLine(".");
        }
    }
}
