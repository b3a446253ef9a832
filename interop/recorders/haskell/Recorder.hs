{-# LANGUAGE CPP #-}
-- Recorder of the percent-encoders of network-uri, http-types and uri-encode.
-- A String may hold lone surrogates, a Text may not, a ByteString is octets.
module Main (main) where

import Control.Exception (SomeException, displayException, evaluate, try)
import Data.Bits (shiftL, shiftR, (.&.), (.|.))
import qualified Data.ByteString as B
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Lazy as L
import Data.Char (chr, digitToInt, intToDigit, ord)
import Data.List (intercalate)
import qualified Data.Text as T
import qualified Data.Text.Encoding as T
import Data.Version (showVersion)
import Data.Word (Word8)
import qualified Network.HTTP.Types.URI as H
import qualified Network.URI as N
import qualified Network.URI.Encode as E
import System.Environment (getArgs)
import System.Exit (die)
import System.IO
import System.Info (fullCompilerVersion)

type Call = B.ByteString -> B.ByteString

implementations :: [(String, String, String, String, String, Call)]
implementations =
  [ ("encoder", "haskell.escapeURIString.isUnreserved", network, "utf16",
      "escapeURIString isUnreserved s", string (N.escapeURIString N.isUnreserved)),
    ("encoder", "haskell.escapeURIString.isUnescapedInURI", network, "utf16",
      "escapeURIString isUnescapedInURI s", string (N.escapeURIString N.isUnescapedInURI)),
    ("encoder", "haskell.escapeURIString.isUnescapedInURIComponent", network, "utf16",
      "escapeURIString isUnescapedInURIComponent s",
      string (N.escapeURIString N.isUnescapedInURIComponent)),
    ("encoder", "haskell.escapeURIString.isAllowedInURI", network, "utf16",
      "escapeURIString isAllowedInURI s", string (N.escapeURIString N.isAllowedInURI)),
    ("encoder", "haskell.http-types.urlEncode.query", types, "bytes",
      "urlEncode True b", H.urlEncode True),
    ("encoder", "haskell.http-types.urlEncode.path", types, "bytes",
      "urlEncode False b", H.urlEncode False),
    ("encoder", "haskell.http-types.encodePathSegments", types, "text",
      "encodePathSegments [s], after /",
      after "/" . L.toStrict . Builder.toLazyByteString . H.encodePathSegments . (: []) . T.decodeUtf8),
    ("encoder", "haskell.http-types.renderQuery", types, "bytes",
      "renderQuery False [(\"k\",Just b)], after k=",
      \b -> after "k=" (H.renderQuery False [(ascii "k", Just b)])),
    ("encoder", "haskell.uri-encode.encode", encode, "utf16",
      "Network.URI.Encode.encode s", string E.encode),
    ("encoder", "haskell.uri-encode.encodeWith.isAllowed", encode, "bytes",
      "Network.URI.Encode.encodeByteString b", E.encodeByteString),
    ("decoder", "haskell.unEscapeString", network, "utf16",
      "unEscapeString s", string N.unEscapeString),
    ("decoder", "haskell.http-types.urlDecode.plus", types, "bytes",
      "urlDecode True b", H.urlDecode True),
    ("decoder", "haskell.http-types.urlDecode", types, "bytes",
      "urlDecode False b", H.urlDecode False),
    ("decoder", "haskell.uri-encode.decode", encode, "utf16",
      "Network.URI.Encode.decode s", string E.decode)
  ]
  where
    network = "network-uri " ++ VERSION_network_uri ++ ghc
    types = "http-types " ++ VERSION_http_types
    encode = "uri-encode " ++ VERSION_uri_encode
    ghc = " (GHC " ++ showVersion fullCompilerVersion ++ ")"

ascii :: String -> B.ByteString
ascii = B.pack . map (fromIntegral . ord)

after :: String -> Call
after prefix = maybe (error "the prefix is missing") id . B.stripPrefix (ascii prefix)

string :: (String -> String) -> Call
string f = B.pack . concatMap toWTF8 . f . fromWTF8 . B.unpack

fromWTF8 :: [Word8] -> String
fromWTF8 [] = []
fromWTF8 (b : bs)
  | b < 0x80 = chr (fromIntegral b) : fromWTF8 bs
  | b < 0xE0 = multi 1 0x1F
  | b < 0xF0 = multi 2 0x0F
  | otherwise = multi 3 0x07
  where
    multi n mask =
      let (tailOctets, rest) = splitAt n bs
          add acc o = acc `shiftL` 6 .|. (fromIntegral o .&. 0x3F)
       in chr (foldl add (fromIntegral b .&. mask) tailOctets) : fromWTF8 rest

toWTF8 :: Char -> [Word8]
toWTF8 ch
  | c < 0x80 = [octet 0 c]
  | c < 0x800 = [octet 0xC0 (c `shiftR` 6), low 0]
  | c < 0x10000 = [octet 0xE0 (c `shiftR` 12), low 6, low 0]
  | otherwise = [octet 0xF0 (c `shiftR` 18), low 12, low 6, low 0]
  where
    c = ord ch
    low n = octet 0x80 (c `shiftR` n .&. 0x3F)
    octet base v = fromIntegral (base .|. v)

fromHex :: String -> B.ByteString
fromHex (a : b : rest) = B.cons (fromIntegral (digitToInt a * 16 + digitToInt b)) (fromHex rest)
fromHex _ = B.empty

toHex :: B.ByteString -> String
toHex = concatMap (\w -> map (intToDigit . fromIntegral) [w `shiftR` 4, w .&. 15]) . B.unpack

answer :: Call -> String -> IO String
answer call hex = do
  r <- try (evaluate (call (fromHex hex)))
  return $ case r of
    Right b -> toHex b
    Left e -> '!' : head (lines (displayException (e :: SomeException)))

main :: IO ()
main = do
  args <- getArgs
  hSetBinaryMode stdin True
  case args of
    ["list"] ->
      mapM_ (\(kind, name, version, units, call, _) ->
        putStrLn (intercalate "\t" [kind, name, "Haskell", version, units, call])) implementations
    ["run"] -> getContents >>= mapM_ line . lines
    _ -> die "usage: run list|run"
  where
    calls = [(name, call) | (_, name, _, _, _, call) <- implementations]
    line l = case break (== '\t') l of
      (name, '\t' : hex) | Just call <- lookup name calls -> answer call hex >>= putStrLn >> hFlush stdout
      _ -> die ("bad line " ++ l)
