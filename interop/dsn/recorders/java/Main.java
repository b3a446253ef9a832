import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Scanner;
import java.util.TreeMap;

/**
 * Answers what JDBC drivers read in connection URIs: Main FAMILY, a URI in hexadecimal on each line of
 * standard input. A line "# driver version call" comes before the answers.
 */
public class Main {
	/** Five parts, and options. */
	record Answer(String[] parts, Map<String, String> options) {}

	interface Driver {
		Answer read(String uri) throws Exception;
	}

	static Answer postgresql(String uri) throws Exception {
		Properties p = org.postgresql.Driver.parseURL(uri, new Properties());
		if (p == null) {
			throw new IllegalArgumentException("parseURL returns null");
		}
		Map<String, String> options = new TreeMap<>();
		for (String name : p.stringPropertyNames()) {
			options.put(name, p.getProperty(name));
		}
		String[] parts = {options.remove("user"), options.remove("password"), options.remove("PGHOST"), options.remove("PGPORT"), options.remove("PGDBNAME")};
		return new Answer(parts, options);
	}

	/** The driver has other classes since version 3. */
	static Answer mariadb(String uri) throws Exception {
		Object conf;
		Map<String, String> options = new TreeMap<>();
		List<String> hosts = new ArrayList<>();
		List<String> ports = new ArrayList<>();
		try {
			Class<?> c = Class.forName("org.mariadb.jdbc.Configuration");
			conf = c.getMethod("parse", String.class).invoke(null, uri);
			if (conf == null) {
				throw new IllegalArgumentException("parse returns null");
			}
			Properties other = (Properties) c.getMethod("nonMappedOptions").invoke(conf);
			for (String name : other.stringPropertyNames()) {
				options.put(name, other.getProperty(name));
			}
			for (Object a : (List<?>) c.getMethod("addresses").invoke(conf)) {
				hosts.add(String.valueOf(a.getClass().getField("host").get(a)));
				ports.add(String.valueOf(a.getClass().getField("port").get(a)));
			}
			return new Answer(new String[] {text(conf, "user"), text(conf, "password"), String.join(",", hosts), String.join(",", ports), text(conf, "database")}, options);
		} catch (ClassNotFoundException e) {
			Class<?> c = Class.forName("org.mariadb.jdbc.UrlParser");
			conf = c.getMethod("parse", String.class).invoke(null, uri);
			if (conf == null) {
				throw new IllegalArgumentException("parse returns null");
			}
			Object o = c.getMethod("getOptions").invoke(conf);
			Properties other = (Properties) o.getClass().getField("nonMappedOptions").get(o);
			for (String name : other.stringPropertyNames()) {
				options.put(name, other.getProperty(name));
			}
			for (Object a : (List<?>) c.getMethod("getHostAddresses").invoke(conf)) {
				hosts.add(String.valueOf(a.getClass().getField("host").get(a)));
				ports.add(String.valueOf(a.getClass().getField("port").get(a)));
			}
			return new Answer(new String[] {text(conf, "getUsername"), text(conf, "getPassword"), String.join(",", hosts), String.join(",", ports), text(conf, "getDatabase")}, options);
		}
	}

	static String text(Object o, String method) throws Exception {
		Method m = o.getClass().getMethod(method);
		return (String) m.invoke(o);
	}

	static String hex(String s) {
		return HexFormat.of().formatHex(s.getBytes(StandardCharsets.UTF_8));
	}

	public static void main(String[] args) throws Exception {
		List<String> uris = new ArrayList<>();
		try (Scanner in = new Scanner(System.in)) {
			while (in.hasNextLine()) {
				uris.add(new String(HexFormat.of().parseHex(in.nextLine()), StandardCharsets.UTF_8));
			}
		}
		String name;
		String call;
		Driver driver;
		String version;
		switch (args[0]) {
			case "jdbc-postgresql" -> {
				name = "pgjdbc";
				call = "org.postgresql.Driver.parseURL(uri, …)";
				driver = Main::postgresql;
				version = org.postgresql.util.DriverInfo.DRIVER_VERSION;
			}
			case "jdbc-mariadb" -> {
				name = "mariadb-java-client";
				Class<?> v;
				try {
					v = Class.forName("org.mariadb.jdbc.util.VersionFactory");
					Object o = v.getMethod("getInstance").invoke(null);
					version = text(o, "getVersion");
					call = "Configuration.parse(uri)";
				} catch (ClassNotFoundException e) {
					v = Class.forName("org.mariadb.jdbc.internal.util.constant.Version");
					version = (String) v.getField("version").get(null);
					call = "UrlParser.parse(uri)";
				}
				driver = Main::mariadb;
			}
			default -> {
				return;
			}
		}
		StringBuilder out = new StringBuilder("#\t" + name + "\t" + version.replaceAll("-.*", "") + "\t" + call + "\n");
		Map<String, String> known = driver.read(uris.get(0)).options();
		for (String uri : uris) {
			try {
				Answer a = driver.read(uri);
				out.append("=");
				for (String p : a.parts()) {
					out.append("\t").append(p == null ? "-" : hex(p));
				}
				for (Map.Entry<String, String> e : a.options().entrySet()) {
					if (!e.getValue().equals(known.get(e.getKey()))) {
						out.append("\t").append(hex(e.getKey())).append("=").append(hex(e.getValue()));
					}
				}
				out.append("\n");
			} catch (Throwable e) {
				Throwable cause = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : e;
				out.append("!\t").append(hex(String.valueOf(cause.getMessage()))).append("\n");
			}
		}
		System.out.print(out);
		System.out.flush();
	}
}
