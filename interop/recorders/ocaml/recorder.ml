(* Recorder of the percent-encoders of OCaml's uri and ocamlnet. Strings are
   octets. *)

let between before after s =
  let b = String.length before and a = String.length after in
  let n = String.length s in
  if n >= a + b && String.sub s 0 b = before && String.sub s (n - a) a = after
  then String.sub s b (n - a - b)
  else failwith "the x around the value did not survive"

let uri = "ocaml-uri " ^ Sys.getenv "URI_VERSION"
let net = "ocamlnet " ^ Sys.getenv "OCAMLNET_VERSION"

let component name c =
  ( "encoder", "ocaml.Uri.pct_encode." ^ name, uri,
    "Uri.pct_encode ~component:`" ^ name ^ " s",
    fun s -> Uri.pct_encode ~component:c s )

let value_of_k pairs =
  match List.assoc_opt "k" pairs with
  | Some values -> String.concat "," values
  | None -> failwith "no value for k"

let implementations =
  [ ("encoder", "ocaml.Uri.pct_encode", uri, "Uri.pct_encode s (default `Path)",
     fun s -> Uri.pct_encode s);
    component "Scheme" `Scheme;
    component "Authority" `Authority;
    component "Userinfo" `Userinfo;
    component "Host" `Host;
    component "Path" `Path;
    component "Query" `Query;
    component "Query_key" `Query_key;
    component "Query_value" `Query_value;
    component "Fragment" `Fragment;
    component "Generic" `Generic;
    ("encoder", "ocaml.Uri.encoded_of_query", uri,
     "Uri.encoded_of_query [\"k\",[s]], after k=",
     fun s -> between "k=" "" (Uri.encoded_of_query [ ("k", [ s ]) ]));
    ("encoder", "ocaml.Netencoding.Url.encode", net, "Netencoding.Url.encode s",
     fun s -> Netencoding.Url.encode s);
    ("encoder", "ocaml.Netencoding.Url.encode.noplus", net,
     "Netencoding.Url.encode ~plus:false s",
     fun s -> Netencoding.Url.encode ~plus:false s);
    ("decoder", "ocaml.Uri.pct_decode", uri, "Uri.pct_decode s", Uri.pct_decode);
    ("decoder", "ocaml.Uri.query_of_encoded", uri,
     "Uri.query_of_encoded (\"k=\"^s), the values of k joined by commas",
     fun s -> value_of_k (Uri.query_of_encoded ("k=" ^ s)));
    ("decoder", "ocaml.Netencoding.Url.decode", net, "Netencoding.Url.decode s",
     fun s -> Netencoding.Url.decode s) ]

let of_hex h =
  String.init (String.length h / 2) (fun i ->
      Char.chr (int_of_string ("0x" ^ String.sub h (2 * i) 2)))

let to_hex s =
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c))
                      (List.of_seq (String.to_seq s)))

let answer id value =
  let _, _, _, _, call =
    List.find (fun (_, name, _, _, _) -> name = id) implementations in
  match call value with
  | output -> to_hex output
  | exception e ->
    "!" ^ String.map (fun c -> if c < ' ' then ' ' else c) (Printexc.to_string e)

let () =
  match Sys.argv with
  | [| _; "list" |] ->
    List.iter (fun (kind, id, version, call, _) ->
        Printf.printf "%s\t%s\tOCaml\t%s\tbytes\t%s\n" kind id version call)
      implementations
  | [| _; "run" |] ->
    (try
       while true do
         match String.split_on_char '\t' (input_line stdin) with
         | [ id; hex ] -> print_endline (answer id (of_hex hex))
         | _ -> failwith "bad line"
       done
     with End_of_file -> ())
  | _ -> prerr_endline "usage: run list|run"; exit 2
