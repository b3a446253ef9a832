{-# LANGUAGE CPP #-}
-- Network.URI of Haskell.
module Main (main) where

import qualified Data.ByteString as B
import qualified Data.Text as T
import qualified Data.Text.Encoding as T
import Network.URI
import Numeric (readHex, showHex)
import System.Environment (getArgs)

main :: IO ()
main = do
  args <- getArgs
  case args of
    ["list"] -> putStrLn ("haskell.uri\t" ++ VERSION_network_uri ++ "\taccessors\tHaskell Network.URI\tparseURIReference s: uriScheme without ':', uriUserInfo without '@' (the user and the password), uriRegName, uriPort without ':', uriPath, uriQuery without '?', uriFragment without '#'")
    _ -> interact (unlines . map answer . lines)

answer :: String -> String
answer line = case T.decodeUtf8' (octets (drop 1 (dropWhile (/= '\t') line))) of
  Left _ -> "?"
  Right url -> maybe "!" parts (parseURIReference (T.unpack url))

parts :: URI -> String
parts u = "=" ++ concatMap (('\t' :) . maybe "-" hex)
  [ cut init (uriScheme u), auth >>= cut init . uriUserInfo, Nothing, uriRegName <$> auth, auth >>= cut tail . uriPort
  , Just (uriPath u), cut tail (uriQuery u), cut tail (uriFragment u) ]
  where
    auth = uriAuthority u
    cut f s = if null s then Nothing else Just (f s)

octets :: String -> B.ByteString
octets (a : b : rest) = B.cons (fst (head (readHex [a, b]))) (octets rest)
octets _ = B.empty

hex :: String -> String
hex s = concat [pad (showHex o "") | o <- B.unpack (T.encodeUtf8 (T.pack s))]
  where pad d = if length d < 2 then '0' : d else d
