import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The strings of Java, by the parser of javac, and its comments, by an expression. It reads
 * names of files and writes, for each, a line of JSON.
 */
class Java {
    static final Pattern COMMENTS = Pattern.compile(
        "\"\"\"(?:[^\\\\]|\\\\.)*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)+'|(//[^\n]*|/\\*(?s:.)*?\\*/)");

    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String file; (file = in.readLine()) != null;) {
            List<String> values = new ArrayList<>();
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null);
            JavacTask task = (JavacTask) compiler.getTask(null, files, found, List.of("-proc:none"), null, files.getJavaFileObjects(Path.of(file)));
            try {
                task.parse().forEach(unit -> unit.accept(new Strings(values), null));
                Matcher m = COMMENTS.matcher(Files.readString(Path.of(file)));
                while (m.find()) {
                    if (m.group(1) != null) {
                        values.add(m.group(1));
                    }
                }
            } catch (Exception | StackOverflowError e) {
                found = null;
            }
            boolean failed = found == null || found.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR);
            StringBuilder out = new StringBuilder("{\"file\":").append(quoted(file));
            if (failed) {
                out.append(",\"error\":\"syntax\"}");
            } else {
                out.append(",\"values\":[");
                for (int i = 0; i < values.size(); i++) {
                    out.append(i > 0 ? "," : "").append(quoted(values.get(i)));
                }
                out.append("]}");
            }
            byte[] octets = out.append('\n').toString().getBytes("UTF-8");
            System.out.write(octets, 0, octets.length);
            System.out.flush();
        }
    }

    /** Strings takes literals, those that a '+' joins as one. */
    static class Strings extends TreeScanner<Void, Void> {
        final List<String> values;

        Strings(List<String> values) {
            this.values = values;
        }

        @Override
        public Void visitLiteral(LiteralTree t, Void v) {
            if (t.getValue() instanceof String s) {
                values.add(s);
            }
            return null;
        }

        @Override
        public Void visitBinary(BinaryTree t, Void v) {
            if (t.getKind() != Tree.Kind.PLUS) {
                return super.visitBinary(t, v);
            }
            List<Tree> operands = new ArrayList<>();
            flatten(t, operands);
            StringBuilder run = null;
            for (Tree o : operands) {
                if (o instanceof LiteralTree l && l.getValue() instanceof String s) {
                    run = run == null ? new StringBuilder() : run;
                    run.append(s);
                    continue;
                }
                if (run != null) {
                    values.add(run.toString());
                    run = null;
                }
                o.accept(this, null);
            }
            if (run != null) {
                values.add(run.toString());
            }
            return null;
        }

        static void flatten(Tree t, List<Tree> to) {
            if (t instanceof BinaryTree b && b.getKind() == Tree.Kind.PLUS) {
                flatten(b.getLeftOperand(), to);
                flatten(b.getRightOperand(), to);
            } else {
                to.add(t);
            }
        }
    }

    static String quoted(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.append('"').toString();
    }
}
