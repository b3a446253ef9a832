# URI of Elixir.
defmodule Recorder do
  @parts ": scheme, userinfo (the user and the password), host, port, path, query, fragment"

  def main(["list"]) do
    IO.write("elixir.parse\t#{System.version()}\taccessors\tElixir URI\tURI.parse(s)#{@parts}\n")
    IO.write("elixir.new\t#{System.version()}\taccessors\tElixir URI\tURI.new(s)#{@parts}\n")
  end

  def main(["run"]) do
    for line <- IO.stream(:stdio, :line) do
      [name, digits] = line |> String.trim_trailing("\n") |> String.split("\t")
      IO.write([answer(name, Base.decode16!(digits, case: :lower)), "\n"])
    end
  end

  defp answer(name, url) do
    case parse(name, url) do
      {:ok, u} -> ["=" | for(p <- [u.scheme, u.userinfo, nil, u.host, u.port, u.path, u.query, u.fragment], do: ["\t", field(p)])]
      {:error, _} -> "!"
    end
  rescue
    _ -> "!"
  end

  defp parse("elixir.parse", url), do: {:ok, URI.parse(url)}
  defp parse("elixir.new", url), do: URI.new(url)

  defp field(nil), do: "-"
  defp field(value), do: value |> to_string() |> Base.encode16(case: :lower)
end

Recorder.main(System.argv())
