#!/usr/bin/env escript
%% uri_string:parse of Erlang/OTP.

main(["list"]) ->
    File = filename:join([code:root_dir(), "releases", erlang:system_info(otp_release), "OTP_VERSION"]),
    {ok, Version} = file:read_file(File),
    io:format("erlang.uri_string\t~s\taccessors\tErlang uri_string\turi_string:parse(Binary): scheme, userinfo (the user and the password), host, port, path, query, fragment~n",
        [string:trim(Version)]);
main(["run"]) ->
    loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            [_, Digits] = string:split(string:trim(Line, trailing, "\n"), "\t"),
            io:put_chars([answer(octets(Digits)), "\n"]),
            loop()
    end.

octets(Digits) -> << <<(list_to_integer([A, B], 16))>> || [A, B] <- pairs(Digits) >>.

pairs([A, B | Rest]) -> [[A, B] | pairs(Rest)];
pairs([]) -> [].

answer(Url) ->
    try uri_string:parse(Url) of
        {error, _, _} -> "!";
        Parts ->
            ["=" | ["\t" ++ field(Key, Parts) || Key <- [scheme, userinfo, none, host, port, path, query, fragment]]]
    catch
        _:_ -> "!"
    end.

field(Key, Parts) ->
    case Parts of
        #{Key := undefined} -> "-";
        #{Key := Port} when is_integer(Port) -> hex(integer_to_binary(Port));
        #{Key := Text} -> hex(iolist_to_binary(Text));
        #{} -> "-"
    end.

hex(Octets) -> lists:flatten([io_lib:format("~2.16.0b", [O]) || <<O>> <= Octets]).
