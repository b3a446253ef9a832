{ Recorder of Free Pascal's httpprotocol and uriparser. An AnsiString is
  octets. }
program recorder;

{$mode objfpc}{$H+}

uses
  SysUtils, httpprotocol, uriparser;

type
  { What the recorder itself found wrong with a result. }
  ERecorder = class(Exception);

  TCodec = function(const S: string): string;
  TImplementation = record
    Kind, Name, Call: string;
    Run: TCodec;
  end;

function Between(const Before, After, S: string): string;
var
  N: Integer;
begin
  N := Length(S) - Length(Before) - Length(After);
  if (N < 0) or (Copy(S, 1, Length(Before)) <> Before)
    or (Copy(S, Length(S) - Length(After) + 1, Length(After)) <> After) then
    raise ERecorder.Create('the x around the value did not survive');
  Result := Copy(S, Length(Before) + 1, N);
end;

function RunHTTPEncode(const S: string): string;
begin
  Result := HTTPEncode(S);
end;

function RunFilenameToURI(const S: string): string;
begin
  Result := Between('file:///x', 'x', FilenameToURI('/x' + S + 'x'));
end;

function RunDocument(const S: string): string;
var
  U: TURI;
begin
  U := Default(TURI);
  U.Document := S;
  Result := EncodeURI(U);
end;

function RunParams(const S: string): string;
var
  U: TURI;
begin
  U := Default(TURI);
  U.Params := S;
  U.HasAuthority := False;
  Result := EncodeURI(U);
  if S <> '' then
    Result := Between('?', '', Result);
end;

function RunHTTPDecode(const S: string): string;
begin
  Result := HTTPDecode(S);
end;

function RunParseURI(const S: string): string;
var
  U: TURI;
begin
  U := ParseURI('http://h/x' + S + 'x');
  Result := Between('/x', 'x', U.Path + U.Document);
end;

const
  Implementations: array[0..5] of TImplementation = (
    (Kind: 'encoder'; Name: 'fpc.HTTPEncode'; Call: 'httpprotocol.HTTPEncode(s)';
     Run: @RunHTTPEncode),
    (Kind: 'encoder'; Name: 'fpc.FilenameToURI';
     Call: 'uriparser.FilenameToURI(''/x''+s+''x''), between'; Run: @RunFilenameToURI),
    (Kind: 'encoder'; Name: 'fpc.EncodeURI.Document';
     Call: 'uriparser.EncodeURI(Document:=s)'; Run: @RunDocument),
    (Kind: 'encoder'; Name: 'fpc.EncodeURI.Params';
     Call: 'uriparser.EncodeURI(Params:=s), after ?'; Run: @RunParams),
    (Kind: 'decoder'; Name: 'fpc.HTTPDecode'; Call: 'httpprotocol.HTTPDecode(s)';
     Run: @RunHTTPDecode),
    (Kind: 'decoder'; Name: 'fpc.ParseURI';
     Call: 'uriparser.ParseURI(''http://h/x''+s+''x''), Path+Document, between';
     Run: @RunParseURI));

{ Some results hold octets that were never written. So that they are not
  recorded as if they meant something, fresh memory is filled, and each call made
  with two fillings. }
var
  Manager: TMemoryManager;
  Filling: Byte;

function FilledGetMem(Size: PtrUInt): Pointer;
begin
  Result := Manager.GetMem(Size);
  if Result <> nil then
    FillChar(Result^, Manager.MemSize(Result), Filling);
end;

function RunTwice(Codec: TCodec; const S: string): string;
begin
  Filling := $AA;
  Result := Codec(S);
  Filling := $55;
  if Codec(S) <> Result then
    raise ERecorder.Create('the result holds octets that were never written');
end;

procedure FillFreshMemory;
var
  Filled: TMemoryManager;
begin
  GetMemoryManager(Manager);
  Filled := Manager;
  Filled.GetMem := @FilledGetMem;
  SetMemoryManager(Filled);
end;

function Answer(const Id, Hex: string): string;
var
  I, J: Integer;
  Value, Output: string;
begin
  SetLength(Value, Length(Hex) div 2);
  for J := 1 to Length(Value) do
    Value[J] := Chr(StrToInt('$' + Copy(Hex, 2 * J - 1, 2)));
  for I := Low(Implementations) to High(Implementations) do
    if Implementations[I].Name = Id then
    try
      Output := RunTwice(Implementations[I].Run, Value);
      Result := '';
      for J := 1 to Length(Output) do
        Result := Result + LowerCase(HexStr(Ord(Output[J]), 2));
      Exit;
    except
      on E: Exception do
      begin
        if E is ERecorder then
          Result := '!' + E.Message
        else
          Result := '!' + E.ClassName + ': ' + E.Message;
        for J := 1 to Length(Result) do
          if (Result[J] < ' ') or (Result[J] > '~') then
            Result[J] := ' ';
        Exit;
      end;
    end;
  raise ERecorder.Create('unknown implementation ' + Id);
end;

var
  I: Integer;
  Line: string;
begin
  FillFreshMemory;
  if (ParamCount = 1) and (ParamStr(1) = 'list') then
    for I := Low(Implementations) to High(Implementations) do
      with Implementations[I] do
        WriteLn(Kind, #9, Name, #9'Pascal'#9'FPC ', {$I %FPCVERSION%}, #9'bytes'#9, Call)
  else if (ParamCount = 1) and (ParamStr(1) = 'run') then
    while not EOF do
    begin
      ReadLn(Line);
      I := Pos(#9, Line);
      WriteLn(Answer(Copy(Line, 1, I - 1), Copy(Line, I + 1, Length(Line))));
      Flush(StdOut);
    end
  else
  begin
    WriteLn(StdErr, 'usage: run list|run');
    Halt(2);
  end;
end.
