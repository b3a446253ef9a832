;;; recorder.el --- Recorder of the percent-encoders of Emacs  -*- lexical-binding: t -*-

;; A multibyte string may hold lone surrogates; a unibyte string is octets.

;;; Code:

(require 'browse-url)
(require 'ol)
(require 'url)
(require 'url-util)

(defun recorder-between (before after s)
  "Return what stands between BEFORE and AFTER in S."
  (unless (and (>= (length s) (+ (length before) (length after)))
               (string-prefix-p before s) (string-suffix-p after s))
    (signal 'recorder-lost nil))
  (substring s (length before) (- (length s) (length after))))

(add-to-list 'load-path "/usr/share/emacs/site-lisp/w3m" t) ; -Q leaves it out
(defconst recorder-w3m (and (require 'w3m nil t) emacs-w3m-version)
  "The version of emacs-w3m, nil where it is not installed.")

(defconst recorder-implementations
  `(,@(and recorder-w3m
           `(("encoder" "w3m-url-encode-string" "utf16"
              ,(format "(w3m-url-encode-string s 'utf-8) of emacs-w3m %s" recorder-w3m)
              ,(lambda (s) (w3m-url-encode-string s 'utf-8)))))
    ("encoder" "url-hexify-string" "utf16" "(url-hexify-string s)"
     url-hexify-string)
    ("encoder" "url-hexify-string.bytes" "bytes" "(url-hexify-string unibyte)"
     url-hexify-string)
    ("encoder" "url-hexify-string.path" "utf16" "(url-hexify-string s url-path-allowed-chars)"
     ,(lambda (s) (url-hexify-string s url-path-allowed-chars)))
    ("encoder" "url-hexify-string.query" "utf16" "(url-hexify-string s url-query-allowed-chars)"
     ,(lambda (s) (url-hexify-string s url-query-allowed-chars)))
    ("encoder" "url-build-query-string" "utf16"
     "(url-build-query-string '((\"k\" s))), after k and ="
     ;; The equals sign is left out before an empty value.
     ,(lambda (s) (recorder-between (if (equal s "") "k" "k=") "" (url-build-query-string `(("k" ,s))))))
    ("encoder" "url-encode-url" "utf16" "(url-encode-url (concat \"http://h/x\" s \"x\")), between"
     ,(lambda (s)
        (recorder-between "http://h/x" "x" (url-encode-url (concat "http://h/x" s "x")))))
    ("encoder" "browse-url-encode-url" "utf16" "(browse-url-encode-url s)"
     browse-url-encode-url)
    ("encoder" "org-link-encode" "utf16" "(org-link-encode s '(?\\s ?% ?\\[ ?\\]))"
     ,(lambda (s) (org-link-encode s '(?\s ?% ?\[ ?\]))))
    ("encoder" "browse-url-file-url" "utf16"
     "(browse-url-file-url (concat \"/x\" s \"x\")) with file-name-coding-system utf-8, between"
     ,(lambda (s)
        (let ((file-name-coding-system 'utf-8))
          (recorder-between "file:///x" "x" (browse-url-file-url (concat "/x" s "x"))))))
    ("decoder" "url-unhex-string" "bytes" "(url-unhex-string unibyte)"
     url-unhex-string)
    ("decoder" "url-unhex-string.newlines" "bytes" "(url-unhex-string unibyte t)"
     ,(lambda (s) (url-unhex-string s t)))
    ("decoder" "url-parse-query-string" "bytes"
     "(cadr (assoc \"k\" (url-parse-query-string (concat \"k=\" unibyte))))"
     ,(lambda (s) (cadr (assoc "k" (url-parse-query-string (concat "k=" s))))))))

(define-error 'recorder-lost "the x around the value did not survive")

(defun recorder-octets (hex)
  "Return the unibyte string of HEX."
  (let (octets)
    (dotimes (i (/ (length hex) 2))
      (push (string-to-number (substring hex (* 2 i) (+ 2 (* 2 i))) 16) octets))
    (apply #'unibyte-string (nreverse octets))))

(defun recorder-hex (s)
  "Return the octets of S in hexadecimal."
  (mapconcat (lambda (o) (format "%02x" o))
             (if (multibyte-string-p s) (encode-coding-string s 'utf-8-emacs-unix) s) ""))

(defun recorder-answer (id hex)
  "Return the answer of the implementation ID to HEX."
  (pcase-let ((`(,_ ,_ ,units ,_ ,call)
               (seq-find (lambda (i) (equal (concat "emacs." (nth 1 i)) id))
                         recorder-implementations))
              (octets (recorder-octets hex)))
    (condition-case e
        (recorder-hex (funcall call (if (equal units "bytes") octets
                                      (decode-coding-string octets 'utf-8-emacs-unix))))
      (error (concat "!" (replace-regexp-in-string "[[:cntrl:]]+" " " (error-message-string e)))))))

(let ((arg (car (last command-line-args-left))))
  (setq command-line-args-left nil)
  (pcase arg
    ("list"
     (dolist (i recorder-implementations)
       (pcase-let ((`(,kind ,name ,units ,call ,_) i))
         (princ (format "%s\temacs.%s\tEmacs Lisp\tEmacs %s\t%s\t%s\n"
                        kind name emacs-version units call)))))
    ("run"
     (let (line)
       (while (setq line (ignore-errors (read-from-minibuffer "")))
         (pcase-let ((`(,id ,hex) (split-string line "\t")))
           (send-string-to-terminal
            (concat (encode-coding-string (recorder-answer id hex) 'utf-8) "\n"))))))
    (_ (message "usage: run list|run") (kill-emacs 2))))

;;; recorder.el ends here
