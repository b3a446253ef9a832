;;;; Recorder of drakma and hunchentoot on SBCL. A string may hold lone
;;;; surrogates. Loading this file writes an executable.

(require :asdf)
(asdf:load-system :drakma)
(asdf:load-system :hunchentoot)

(defun version-of (system)
  (format nil "~a ~a" system (asdf:component-version (asdf:find-system system))))

(defparameter *implementations*
  (list (list "encoder" "lisp.drakma.url-encode" (version-of "drakma")
              "(drakma:url-encode s :utf-8)"
              (lambda (s) (drakma:url-encode s :utf-8)))
        (list "encoder" "lisp.hunchentoot.url-encode" (version-of "hunchentoot")
              "(hunchentoot:url-encode s)"
              (lambda (s) (hunchentoot:url-encode s)))
        (list "decoder" "lisp.hunchentoot.url-decode" (version-of "hunchentoot")
              "(hunchentoot:url-decode s)"
              (lambda (s) (hunchentoot:url-decode s)))))

(defun hex-octets (hex)
  (loop for i below (length hex) by 2
        collect (parse-integer hex :start i :end (+ i 2) :radix 16)))

;;; UTF-8 in which a lone surrogate has three octets.
(defun octets-string (octets)
  (let ((chars '()))
    (loop while octets
          do (let* ((o (pop octets))
                    (n (cond ((< o #x80) 0) ((< o #xE0) 1) ((< o #xF0) 2) (t 3)))
                    (code (if (zerop n) o (logand o (ash #x3F (- n))))))
               (loop repeat n
                     do (setf code (logior (ash code 6) (logand (pop octets) #x3F))))
               (push (code-char code) chars)))
    (coerce (nreverse chars) 'string)))

(defun char-octets (char)
  (let ((c (char-code char)))
    (flet ((low (n) (logior #x80 (logand (ash c (- n)) #x3F))))
      (cond ((< c #x80) (list c))
            ((< c #x800) (list (logior #xC0 (ash c -6)) (low 0)))
            ((< c #x10000) (list (logior #xE0 (ash c -12)) (low 6) (low 0)))
            (t (list (logior #xF0 (ash c -18)) (low 12) (low 6) (low 0)))))))

(defun string-hex (string)
  (format nil "~(~{~2,'0x~}~)" (loop for c across string append (char-octets c))))

;;; The class of a condition and its report; an object without a report would
;;; print its address.
(defun message (condition)
  (let* ((name (string-downcase (type-of condition)))
         (report (with-standard-io-syntax
                   (let ((*print-readably* nil)) (princ-to-string condition))))
         (line (substitute-if #\Space
                              (lambda (c) (or (char< c #\Space) (char= c #\Rubout)
                                              (<= #xD800 (char-code c) #xDFFF)))
                              report)))
    (if (search "#<" line) name (format nil "~a: ~a" name line))))

(defun answer (id hex)
  (let ((i (find id *implementations* :key #'second :test #'string=)))
    (handler-case (string-hex (funcall (fifth i) (octets-string (hex-octets hex))))
      (error (e) (format nil "!~a" (message e))))))

(defun main ()
  (let ((arguments (rest sb-ext:*posix-argv*)))
    (cond ((equal arguments '("list"))
           (loop for (kind id version call) in *implementations*
                 do (format t "~{~a~^	~}~%"
                            (list kind id "Common Lisp" version "utf16" call))))
          ((equal arguments '("run"))
           (loop for line = (read-line *standard-input* nil)
                 while line
                 do (let ((tab (position #\Tab line)))
                      (write-line (answer (subseq line 0 tab) (subseq line (1+ tab))))
                      (finish-output))))
          (t (format *error-output* "usage: run list|run~%")
             (sb-ext:exit :code 2)))))

(sb-ext:save-lisp-and-die (format nil "~a/recorder" (sb-posix:getenv "RECORDER_CACHE"))
                          :executable t :toplevel (lambda () (main) (sb-ext:exit))
                          :save-runtime-options t)
