# The strings and comments of Ruby, by Ripper. It reads names of files and writes, for each,
# a line of JSON.
require "json"
require "ripper"

CONTROLS = { "n" => "\n", "t" => "\t", "r" => "\r", "s" => " ", "e" => "\e", "0" => "\0", "a" => "\a", "b" => "\b", "f" => "\f", "v" => "\v" }.freeze

# What a text stands for: of '…' and %q(…), a backslash goes only before itself and the mark.
def unescaped(text, mark)
  return text if mark.start_with?("<<") && mark.include?("'")
  return text.gsub(/\\([\\'])/) { $1 } if mark == "'" || mark.start_with?("%q", "%w", "%i")

  text.gsub(/\\(?:u\{(\h+)\}|u(\h{4})|x(\h{1,2})|(\n)|(.))/m) do
    if $1 || $2 then [($1 || $2).hex].pack("U")
    elsif $3 then [$3.hex].pack("C").force_encoding("UTF-8").scrub
    elsif $4 then ""
    else CONTROLS[$5] || $5
    end
  end
end

def values(source)
  raise SyntaxError if Ripper.sexp_raw(source).nil?

  list = []
  open = [] # [mark, text, braces]: strings that are open; nil for a regular expression
  heredocs = []
  Ripper.lex(source).each do |_, kind, text|
    case kind
    when :on_tstring_beg, :on_backtick, :on_qwords_beg, :on_words_beg, :on_symbeg
      next if kind == :on_symbeg && text == ":"
      open.push([text, +"", kind]) unless kind == :on_backtick && open.last&.first == "`"
    when :on_heredoc_beg then heredocs.push(text)
    when :on_heredoc_end then list.push((@here || +"")); @here = nil; heredocs.shift
    when :on_regexp_beg then open.push([nil, +"", kind])
    when :on_tstring_content
      if open.empty? then (@here ||= +"") << unescaped(text, heredocs.first.to_s)
      elsif open.last[0] then open.last[1] << unescaped(text, open.last[0])
      end
    when :on_tstring_end, :on_regexp_end, :on_label_end
      mark, string, = open.pop
      list.push(string) if mark
    when :on_embexpr_beg, :on_embvar
      (open.last ? open.last[1] : (@here ||= +"")) << text
      open.push([:code, +"", kind]) if kind == :on_embexpr_beg
    when :on_embexpr_end
      code = open.pop
      (open.last ? open.last[1] : (@here ||= +"")) << code[1] << text if code
    when :on_comment, :on_embdoc, :on___end__ then list.push(text)
    when :on_words_sep then (list.push(open.last[1].dup); open.last[1].clear) if open.last && open.last[0] != :code
    else open.last[1] << text if open.last && open.last[0] == :code
    end
  end
  list
end

$stdin.each_line(chomp: true) do |file|
  answer = { file: file }
  begin
    source = File.read(file, encoding: "UTF-8")
    @here = nil
    answer[:values] = values(source).map { |v| v.dup.force_encoding("UTF-8").scrub }
  rescue StandardError, SyntaxError => e
    answer[:error] = e.class.name
  end
  puts JSON.generate(answer)
  $stdout.flush
end
