;;; Recorder of Guile's (web uri). Strings are Unicode scalar values.

(use-modules (ice-9 match) (ice-9 rdelim) (rnrs bytevectors) (srfi srfi-1) (srfi srfi-13) (web uri))

(define implementations
  `(("encoder" "uri-encode" "(uri-encode s)" ,uri-encode)
    ("encoder" "encode-and-join-uri-path" "(encode-and-join-uri-path (list s))"
     ,(lambda (s) (encode-and-join-uri-path (list s))))
    ("decoder" "uri-decode" "(uri-decode s)" ,uri-decode)
    ("decoder" "uri-decode.noplus" "(uri-decode s #:decode-plus-to-space? #f)"
     ,(lambda (s) (uri-decode s #:decode-plus-to-space? #f)))
    ("decoder" "uri-decode.bytes" "(uri-decode s #:encoding #f)"
     ,(lambda (s) (uri-decode s #:encoding #f)))))

(define (hex->text hex)
  (let ((octets (make-bytevector (quotient (string-length hex) 2))))
    (do ((i 0 (1+ i))) ((= i (bytevector-length octets)) (utf8->string octets))
      (bytevector-u8-set! octets i (string->number (substring hex (* 2 i) (+ 2 (* 2 i))) 16)))))

(define (->hex result)
  (string-concatenate
   (map (lambda (o) (string-pad (number->string o 16) 2 #\0))
        (bytevector->u8-list (if (string? result) (string->utf8 result) result)))))

(define (one-line s) (string-map (lambda (c) (if (char-set-contains? char-set:iso-control c) #\space c)) s))

;; The key and the arguments of an exception; procedures and objects, whose
;; written form holds an address, are left out.
(define (message key args)
  (one-line
   (call-with-output-string
     (lambda (port)
       (write key port)
       (for-each (lambda (a) (when (or (string? a) (symbol? a) (number? a) (list? a))
                               (display " " port) (write a port)))
                 args)))))

(define (answer call hex)
  (catch #t
    (lambda () (->hex (call (hex->text hex))))
    (lambda (key . args) (string-append "!" (message key args)))))

(set-port-encoding! (current-output-port) "UTF-8")
(match (cdr (command-line))
  (("list")
   (for-each (match-lambda
               ((kind name call _)
                (format #t "~a\tguile.~a\tScheme\tGuile ~a\ttext\t~a\n" kind name (version) call)))
             implementations))
  (("run")
   (let loop ()
     (let ((line (read-line)))
       (unless (eof-object? line)
         (match (string-split line #\tab)
           ((id hex)
            (let ((i (find (lambda (i) (string=? (string-append "guile." (second i)) id))
                           implementations)))
              (display (answer (fourth i) hex))
              (newline)
              (force-output))))
         (loop)))))
  (_ (display "usage: run list|run\n" (current-error-port)) (exit 2)))
