# Recorder of Elixir's URI module. Binaries are octets.
defmodule Recorder do
  def implementations do
    [
      {"encoder", "elixir.URI.encode", "URI.encode(s)", &URI.encode/1},
      {"encoder", "elixir.URI.encode.unreserved", "URI.encode(s, &URI.char_unreserved?/1)",
       &URI.encode(&1, fn c -> URI.char_unreserved?(c) end)},
      {"encoder", "elixir.URI.encode_www_form", "URI.encode_www_form(s)",
       &URI.encode_www_form/1},
      {"encoder", "elixir.URI.encode_query", "URI.encode_query(%{k: s}), after k=",
       &after_k(URI.encode_query(%{k: &1}))},
      {"encoder", "elixir.URI.encode_query.rfc3986",
       "URI.encode_query(%{k: s}, :rfc3986), after k=",
       &after_k(URI.encode_query(%{k: &1}, :rfc3986))},
      {"decoder", "elixir.URI.decode", "URI.decode(s)", &URI.decode/1},
      {"decoder", "elixir.URI.decode_www_form", "URI.decode_www_form(s)",
       &URI.decode_www_form/1},
      {"decoder", "elixir.URI.decode_query", ~S|URI.decode_query("k="<>s)["k"]|,
       &URI.decode_query("k=" <> &1)["k"]},
      {"decoder", "elixir.URI.decode_query.rfc3986",
       ~S|URI.decode_query("k="<>s, %{}, :rfc3986)["k"]|,
       &URI.decode_query("k=" <> &1, %{}, :rfc3986)["k"]}
    ]
  end

  defp after_k("k=" <> value), do: value

  def main(["list"]) do
    version = "Elixir #{System.version()} (OTP #{System.otp_release()})"

    for {kind, id, call, _} <- implementations() do
      IO.puts(Enum.join([kind, id, "Elixir", version, "bytes", call], "\t"))
    end
  end

  def main(["run"]) do
    :ok = :io.setopts(:standard_io, [:binary, encoding: :latin1])
    calls = Map.new(implementations(), fn {_, id, _, f} -> {id, f} end)

    for line <- IO.binstream(:stdio, :line) do
      [id, hex] = line |> String.trim_trailing("\n") |> String.split("\t")
      IO.binwrite([answer(calls[id], Base.decode16!(hex, case: :mixed)), "\n"])
    end
  end

  def main(_) do
    IO.puts(:stderr, "usage: run list|run")
    System.halt(2)
  end

  defp answer(f, value) do
    Base.encode16(f.(value), case: :lower)
  rescue
    e ->
      message = "#{inspect(e.__struct__)}: #{Exception.message(e)}"
      "!" <> (message |> replace_invalid() |> String.replace(~r/[\x00-\x1f\x7f]/, " "))
  end

  defp replace_invalid(s) do
    for c <- String.codepoints(s), into: "", do: if(String.valid?(c), do: c, else: "\uFFFD")
  end
end

Recorder.main(System.argv())
