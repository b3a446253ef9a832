#lang racket/base
;; Recorder of Racket's net/uri-codec. Strings are Unicode scalar values.
(require file/sha1 net/uri-codec racket/list racket/match racket/string)

(define (after-k s)
  (unless (string-prefix? s "k=") (error "k= is missing"))
  (substring s 2))

(define implementations
  `(("encoder" "uri-encode" "(uri-encode s)" ,uri-encode)
    ("encoder" "uri-path-segment-encode" "(uri-path-segment-encode s)" ,uri-path-segment-encode)
    ("encoder" "uri-userinfo-encode" "(uri-userinfo-encode s)" ,uri-userinfo-encode)
    ("encoder" "uri-unreserved-encode" "(uri-unreserved-encode s)" ,uri-unreserved-encode)
    ("encoder" "uri-path-segment-unreserved-encode" "(uri-path-segment-unreserved-encode s)"
               ,uri-path-segment-unreserved-encode)
    ("encoder" "form-urlencoded-encode" "(form-urlencoded-encode s)" ,form-urlencoded-encode)
    ("encoder" "alist->form-urlencoded" "(alist->form-urlencoded (list (cons 'k s))), after k="
               ,(lambda (s) (after-k (alist->form-urlencoded (list (cons 'k s))))))
    ("decoder" "uri-decode" "(uri-decode s)" ,uri-decode)
    ("decoder" "uri-path-segment-decode" "(uri-path-segment-decode s)" ,uri-path-segment-decode)
    ("decoder" "uri-userinfo-decode" "(uri-userinfo-decode s)" ,uri-userinfo-decode)
    ("decoder" "uri-unreserved-decode" "(uri-unreserved-decode s)" ,uri-unreserved-decode)
    ("decoder" "form-urlencoded-decode" "(form-urlencoded-decode s)" ,form-urlencoded-decode)))

(define (one-line s) (regexp-replace* #px"[[:cntrl:]]+" s " "))

(define (answer call hex)
  (with-handlers ([exn:fail? (lambda (e) (string-append "!exn:fail: " (one-line (exn-message e))))])
    (bytes->hex-string (string->bytes/utf-8 (call (bytes->string/utf-8 (hex-string->bytes hex)))))))

(match (current-command-line-arguments)
  [(vector "list")
   (for ([i implementations])
     (match-define (list kind name call _) i)
     (displayln (string-join (list kind (string-append "racket." name) "Racket"
                                   (string-append "Racket " (version)) "text" call)
                             "\t")))]
  [(vector "run")
   (for ([line (in-lines)])
     (match-define (list id hex) (string-split line "\t" #:trim? #f))
     (define call (last (findf (lambda (i) (equal? (string-append "racket." (second i)) id))
                               implementations)))
     (displayln (answer call hex))
     (flush-output))]
  [_ (eprintf "usage: run list|run\n") (exit 2)])
