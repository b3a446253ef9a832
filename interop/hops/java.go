package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// javaJars holds the libraries of each program, in /usr/share/java.
var javaJars = map[string][]string{
	"TomcatServer": {"tomcat10-embed-core"},
	"JettyServer":  {"jetty9-server", "jetty9-servlet", "jetty9-util", "jetty9-http", "jetty9-io", "jetty9-security", "servlet-api", "spring3-web", "spring3-core", "commons-logging"},
}

func init() {
	servlets := "Servlets at /*, /admin/*, /static/* and /api/v1/*, rule: getServletPath() + getPathInfo(), app: "
	java("tomcat", "getServletPath", "TomcatServer", servlets+"the same")
	java("tomcat", "getRequestURI", "TomcatServer", servlets+"getRequestURI()")
	java("tomcat", "encodedSolidusHandling=decode", "TomcatServer", `<Connector encodedSolidusHandling="decode">`+"\n"+servlets+"the same")
	java("tomcat", "encodedSolidusHandling=passthrough", "TomcatServer", `<Connector encodedSolidusHandling="passthrough">`+"\n"+servlets+"the same")
	java("tomcat", "allowBackslash", "TomcatServer", "<Connector allowBackslash=\"true\" relaxedPathChars='\\\"<>[]^`{|}'>\n"+servlets+"the same")
	java("jetty", "getServletPath", "JettyServer", servlets+"the same")
	java("jetty", "getRequestURI", "JettyServer", servlets+"getRequestURI()")
	lookup := "AntPathMatcher on UrlPathHelper.getLookupPathForRequest, in Jetty, rule: that path, app: what /** extracts from it, after /"
	java("spring", "UrlPathHelper", "JettyServer", lookup)
	java("spring", "urlDecode=false", "JettyServer", "setAlwaysUseFullPath(true), setUrlDecode(false)\n"+lookup)
	java("spring", "removeSemicolonContent=false", "JettyServer", "setAlwaysUseFullPath(true), setRemoveSemicolonContent(false)\n"+lookup)
}

func java(server, kind, program, config string) {
	library := map[string]string{"tomcat": "libtomcat10-embed-java", "jetty": "libjetty9-java", "spring": "libspring-web-java"}[server]
	add(hop{
		name: server + ":" + kind, server: server, config: config, sees: "rule app status", at: servletAt,
		version: func() (string, error) {
			if root != "" {
				return jarVersion(javaJars[program][0])
			}
			return packageVersion(library)
		},
		start: func(e *env, _ string) error {
			path, err := javaClasses(program)
			if err != nil {
				return err
			}
			return e.run(nil, javaHome()+"java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-Dorg.eclipse.jetty.util.log.class=org.eclipse.jetty.util.log.StdErrLog", "-Dorg.eclipse.jetty.LEVEL=OFF",
				"-cp", path, program, e.expand("PORT"), e.tag, e.dir, kind)
		},
	})
}

// servletAt returns the mapping that gets a path: /admin/* ends at a slash or with the path.
func servletAt(rule []byte) string {
	for _, m := range []string{"/admin", "/static", "/api/v1"} {
		if rest, ok := bytes.CutPrefix(rule, []byte(m)); ok && (len(rest) == 0 || rest[0] == '/') {
			return m
		}
	}
	return "/"
}

// packageVersion returns the version of a library that Debian's package of it names.
func packageVersion(name string) (string, error) {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil || len(out) == 0 {
		return "", fmt.Errorf("%s: %w", name, errMissing)
	}
	version, _, _ := strings.Cut(string(out), "-")
	return version, nil
}

// javaHome returns what stands before the programs of Java: in root they are no commands.
func javaHome() string {
	homes, _ := filepath.Glob(root + "/usr/lib/jvm/java-*-openjdk-amd64/bin/java")
	if root == "" || len(homes) == 0 {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(homes[len(homes)-1], root), "java")
}

// newerJar returns the name of a library in root, where Tomcat 10 is Tomcat 11.
func newerJar(name string) string {
	if newer := strings.Replace(name, "tomcat10", "tomcat11", 1); root != "" {
		return newer
	}
	return name
}

// jarVersion returns the version of a library in root, which ends the name of one of its files.
func jarVersion(name string) (string, error) {
	prefix := root + "/usr/share/java/" + newerJar(name) + "-"
	files, err := filepath.Glob(prefix + "[0-9]*.jar")
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("%s: %w", name, errMissing)
	}
	return strings.TrimSuffix(strings.TrimPrefix(files[0], prefix), ".jar"), nil
}

// javaSource returns the path of the source of a program, which is the same in root.
func javaSource(program string) string {
	here, _ := os.Getwd()
	return here + "/hops/java/" + program + ".java"
}

// javaClasses compiles a program into the cache and returns its class path.
func javaClasses(program string) (string, error) {
	dir, err := cache("java")
	if err != nil {
		return "", err
	}
	path := dir
	for _, jar := range javaJars[program] {
		path += ":/usr/share/java/" + newerJar(jar) + ".jar"
	}
	if root == "" {
		if _, err := find("javac"); err != nil {
			return "", err
		}
	}
	if out, err := command(javaHome()+"javac", "-d", dir, "-cp", path, javaSource(program)).CombinedOutput(); err != nil {
		return "", fmt.Errorf("javac: %w: %s", err, out)
	}
	return path, nil
}
