%% Recorder of the percent-encoders of Erlang/OTP, cowlib and mochiweb.
%% Binaries are octets; what takes a list gets the code points of the text.
-mode(compile).
-compile(nowarn_deprecated_function).

implementations() ->
    Otp = ["OTP ", erlang:system_info(otp_release), " stdlib ", version(stdlib)],
    Cow = ["cowlib ", version(cowlib)],
    Mochi = ["mochiweb ", version(mochiweb)],
    [{encoder, "erlang.uri_string.quote", Otp, text, "uri_string:quote(Binary)",
      fun(B) -> ok(uri_string:quote(B)) end},
     {encoder, "erlang.uri_string.quote.safe", Otp, text, "uri_string:quote(Binary,\"/?#\")",
      fun(B) -> ok(uri_string:quote(B, "/?#")) end},
     {encoder, "erlang.uri_string.compose_query", Otp, bytes,
      "uri_string:compose_query([{<<\"k\">>,Binary}]), after k=",
      fun(B) -> between(<<"k=">>, <<>>, ok(uri_string:compose_query([{<<"k">>, B}]))) end},
     {encoder, "erlang.uri_string.recompose.path", Otp, utf16,
      "uri_string:recompose(#{path=>\"/x\"++s++\"x\"}), between",
      fun(B) -> between("/x", "x", ok(uri_string:recompose(#{path => "/x" ++ chars(B) ++ "x"}))) end},
     {encoder, "erlang.uri_string.recompose.query", Otp, utf16,
      "uri_string:recompose(#{path=>[],query=>s}), after ?",
      fun(B) -> between("?", "", ok(uri_string:recompose(#{path => [], query => chars(B)}))) end},
     {encoder, "erlang.uri_string.recompose.fragment", Otp, utf16,
      "uri_string:recompose(#{path=>[],fragment=>s}), after #",
      fun(B) -> between("#", "", ok(uri_string:recompose(#{path => [], fragment => chars(B)}))) end},
     {encoder, "erlang.uri_string.recompose.userinfo", Otp, utf16,
      "uri_string:recompose(#{scheme=>\"http\",userinfo=>s,host=>\"h\",path=>[]}), between",
      fun(B) -> between("http://", "@h", ok(uri_string:recompose(
          #{scheme => "http", userinfo => chars(B), host => "h", path => []}))) end},
     {encoder, "erlang.http_uri.encode", Otp, utf16, "http_uri:encode(List)",
      fun(B) -> http_uri:encode(chars(B)) end},
     {encoder, "erlang.cow_qs.urlencode", Cow, bytes, "cow_qs:urlencode(Binary)",
      fun cow_qs:urlencode/1},
     {encoder, "erlang.mochiweb_util.quote_plus", Mochi, bytes,
      "mochiweb_util:quote_plus(list of octets)",
      fun(B) -> list_to_binary(mochiweb_util:quote_plus(binary_to_list(B))) end},
     {decoder, "erlang.uri_string.unquote", Otp, bytes, "uri_string:unquote(Binary)",
      fun(B) -> ok(uri_string:unquote(B)) end},
     {decoder, "erlang.uri_string.percent_decode", Otp, bytes, "uri_string:percent_decode(Binary)",
      fun(B) -> ok(uri_string:percent_decode(B)) end},
     {decoder, "erlang.uri_string.dissect_query", Otp, bytes,
      "uri_string:dissect_query(<<\"k=\",Binary/binary>>), the value of k",
      fun(B) -> value_of_k(ok(uri_string:dissect_query(<<"k=", B/binary>>))) end},
     {decoder, "erlang.cow_qs.urldecode", Cow, bytes, "cow_qs:urldecode(Binary)",
      fun cow_qs:urldecode/1},
     {decoder, "erlang.mochiweb_util.unquote", Mochi, bytes,
      "mochiweb_util:unquote(list of octets)",
      fun(B) -> list_to_binary(mochiweb_util:unquote(binary_to_list(B))) end}].

version(App) ->
    _ = application:load(App),
    case application:get_key(App, vsn) of
        {ok, V} -> V;
        undefined ->
            io:format(standard_error, "~s is not installed~n", [App]),
            halt(77)
    end.

ok(Error) when is_tuple(Error), element(1, Error) =:= error -> throw({returned, Error});
ok(Result) -> Result.

value_of_k(Pairs) ->
    case lists:keyfind(<<"k">>, 1, Pairs) of
        {_, V} when is_binary(V) -> V;
        {_, V} -> throw({returned, V});
        false -> throw({lost, "no value for k"})
    end.

between(Before, After, S) when is_list(S) ->
    between(to_wtf8(Before), to_wtf8(After), to_wtf8(S));
between(Before, After, S) ->
    B = byte_size(Before), N = byte_size(S) - B - byte_size(After),
    case S of
        <<Before:B/binary, V:N/binary, After/binary>> when N >= 0 -> V;
        _ -> throw({lost, "the x around the value did not survive"})
    end.

%% The code points of UTF-8, surrogates included.
chars(<<C/utf8, T/binary>>) -> [C | chars(T)];
chars(<<2#1110:4, A:4, 2#10:2, B:6, 2#10:2, C:6, T/binary>>) ->
    [A bsl 12 bor (B bsl 6) bor C | chars(T)];
chars(<<>>) -> [].

to_wtf8(B) when is_binary(B) -> B;
to_wtf8(L) -> << <<(octets(C))/binary>> || C <- lists:flatten(L) >>.

octets(C) when C >= 16#D800, C =< 16#DFFF ->
    <<2#1110:4, (C bsr 12):4, 2#10:2, (C bsr 6):6, 2#10:2, C:6>>;
octets(C) -> <<C/utf8>>.

answer(Call, Value) ->
    try binary:encode_hex(to_wtf8(Call(Value)))
    catch
        throw:{lost, Message} -> [$!, Message];
        throw:{returned, Result} -> message("~0tp", [Result]);
        Class:Reason -> message("~p: ~0tp", [Class, Reason])
    end.

message(Format, Args) ->
    Chars = lists:flatten(io_lib:format(Format, Args)),
    [$!, to_wtf8([case C < 32 orelse C =:= 127 of true -> $\s; false -> C end || C <- Chars])].

loop(Calls) ->
    case io:get_line(standard_io, "") of
        eof -> ok;
        Line ->
            [Id, Hex] = binary:split(binary:replace(Line, <<"\n">>, <<>>), <<"\t">>),
            #{Id := Call} = Calls,
            ok = file:write(standard_io, [answer(Call, binary:decode_hex(Hex)), $\n]),
            loop(Calls)
    end.

main(["list"]) ->
    [io:format("~s\t~s\tErlang\t~s\t~s\t~s~n", [K, Id, V, U, Call])
     || {K, Id, V, U, Call, _} <- implementations()];
main(["run"]) ->
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]),
    loop(maps:from_list([{list_to_binary(Id), F} || {_, Id, _, _, _, F} <- implementations()]));
main(_) ->
    io:format(standard_error, "usage: run list|run~n", []),
    halt(2).
