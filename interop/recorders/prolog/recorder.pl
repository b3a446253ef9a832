% Recorder of SWI-Prolog's library(uri) and of library(url). Strings are code
% points, lone surrogates among them.

:- use_module(library(uri)).
:- use_module(library(url)).

implementation(encoder, 'uri_encoded.query_value', 'uri_encoded(query_value,+S,-E)').
implementation(encoder, 'uri_encoded.fragment', 'uri_encoded(fragment,+S,-E)').
implementation(encoder, 'uri_encoded.path', 'uri_encoded(path,+S,-E)').
implementation(encoder, 'uri_encoded.segment', 'uri_encoded(segment,+S,-E)').
implementation(encoder, www_form_encode, 'www_form_encode(+S,-E)').
implementation(encoder, uri_iri, 'uri_iri(-URI,http://h/xSx), between').
implementation(encoder, uri_file_name, 'uri_file_name(-URI,/xSx), between').
implementation(encoder, uri_query_components, 'uri_query_components(-Q,[k=S]), after k=').
implementation(decoder, 'uri_encoded.decode.query_value', 'uri_encoded(query_value,-S,+E)').
implementation(decoder, 'uri_encoded.decode.path', 'uri_encoded(path,-S,+E)').
implementation(decoder, 'uri_encoded.decode.segment', 'uri_encoded(segment,-S,+E)').
implementation(decoder, www_form_decode, 'www_form_encode(-S,+E)').

codec('uri_encoded.query_value', S, E) :- uri_encoded(query_value, S, E).
codec('uri_encoded.fragment', S, E) :- uri_encoded(fragment, S, E).
codec('uri_encoded.path', S, E) :- uri_encoded(path, S, E).
codec('uri_encoded.segment', S, E) :- uri_encoded(segment, S, E).
codec(www_form_encode, S, E) :- www_form_encode(S, E).
codec(uri_iri, S, E) :-
    strings_concat(["http://h/x", S, "x"], IRI),
    uri_iri(URI, IRI),
    between_marks("http://h/x", "x", URI, E).
codec(uri_file_name, S, E) :-
    strings_concat(["/x", S, "x"], Path),
    uri_file_name(URI, Path),
    between_marks("file:///x", "x", URI, E).
codec(uri_query_components, S, E) :-
    uri_query_components(Q, [k=S]),
    between_marks("k=", "", Q, E).
codec('uri_encoded.decode.query_value', E, S) :- uri_encoded(query_value, S, E).
codec('uri_encoded.decode.path', E, S) :- uri_encoded(path, S, E).
codec('uri_encoded.decode.segment', E, S) :- uri_encoded(segment, S, E).
codec(www_form_decode, E, S) :- www_form_encode(S, E).

strings_concat(Parts, String) :-
    maplist(string_codes, Parts, Lists),
    append(Lists, Codes),
    string_codes(String, Codes).

between_marks(Before, After, Text, Between) :-
    maplist(string_codes, [Before, After, Text], [B, A, T]),
    (   append(B, Rest, T), append(V, A, Rest)
    ->  string_codes(Between, V)
    ;   throw(lost("the x around the value did not survive"))
    ).

% Hexadecimal digits, octets and code points.

hex_octets([], []).
hex_octets([H, L|T], [O|Os]) :-
    code_type(H, xdigit(A)), code_type(L, xdigit(B)),
    O is A*16 + B,
    hex_octets(T, Os).

octets_codes([], []).
octets_codes([O|Os], [C|Cs]) :-
    (   O < 0x80 -> C = O, Rest = Os
    ;   O < 0xE0 -> Os = [P|Rest], C is (O /\ 0x1F) << 6 \/ (P /\ 0x3F)
    ;   O < 0xF0 -> Os = [P, Q|Rest], C is (O /\ 0x0F) << 12 \/ (P /\ 0x3F) << 6 \/ (Q /\ 0x3F)
    ;   Os = [P, Q, R|Rest],
        C is (O /\ 0x07) << 18 \/ (P /\ 0x3F) << 12 \/ (Q /\ 0x3F) << 6 \/ (R /\ 0x3F)
    ),
    octets_codes(Rest, Cs).

code_octets(C, [C]) :- C < 0x80, !.
code_octets(C, [A, B]) :- C < 0x800, !,
    A is 0xC0 \/ (C >> 6), low(C, 0, B).
code_octets(C, [A, B, D]) :- C < 0x10000, !,
    A is 0xE0 \/ (C >> 12), low(C, 6, B), low(C, 0, D).
code_octets(C, [A, B, D, E]) :-
    A is 0xF0 \/ (C >> 18), low(C, 12, B), low(C, 6, D), low(C, 0, E).

low(C, Shift, Octet) :- Octet is 0x80 \/ ((C >> Shift) /\ 0x3F).

answer(Name, Hex) :-
    string_codes(Hex, HexCodes),
    hex_octets(HexCodes, Octets),
    octets_codes(Octets, Codes),
    catch(
        ( string_codes(S, Codes),
          (   codec(Name, S, E) -> Result = output(E) ; Result = failed )
        ), Error, Result = error(Error)),
    report(Result).

report(output(E)) :-
    string_codes(E, Codes),
    forall(( member(C, Codes), code_octets(C, Os), member(O, Os) ), format("~|~`0t~16r~2+", [O])),
    nl.
report(failed) :- format("!the predicate failed~n").
report(error(lost(Message))) :- !, format("!~s~n", [Message]).
report(error(error(Formal, _))) :- !, error_line(Formal).
report(error(Error)) :- error_line(Error).

error_line(Term) :-
    format(string(Text), "~q", [Term]),
    split_string(Text, "\r\n", "", Parts),
    atomic_list_concat(Parts, ' ', Line),
    format("!~w~n", [Line]).

record :-
    current_prolog_flag(argv, Argv),
    set_stream(user_output, encoding(utf8)),
    (   Argv = [list] -> list, halt
    ;   Argv = [run] -> run, halt
    ;   format(user_error, "usage: run list|run~n", []), halt(2)
    ).

list :-
    current_prolog_flag(version, V),
    forall(implementation(Kind, Name, Call),
           format("~w\tswipl.~w\tProlog\tSWI-Prolog ~w\tutf16\t~w~n", [Kind, Name, V, Call])).

run :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file -> true
    ;   split_string(Line, "\t", "", [Id, Hex]),
        string_concat("swipl.", NameString, Id),
        atom_string(Name, NameString),
        answer(Name, Hex),
        flush_output,
        run
    ).
