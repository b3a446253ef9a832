// The links that linkify-it finds in texts, and the destinations, texts and code that markdown-it
// finds in Markdown. It reads names of files and writes, for each, a line of JSON.
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {LinkifyIt} from 'linkify-it';
import MarkdownIt from 'markdown-it';

const linkify = new LinkifyIt({fuzzyLink: false, fuzzyEmail: false});
for (const scheme of 'amqp docker file git git+https git+ssh irc ldap mongodb mongodb+srv mysql postgres postgresql redis rsync s3 sqlserver ssh svn tcp udp unix ws wss'.split(' ')) {
	linkify.add(scheme + ':', 'http:');
}
const markdown = new MarkdownIt({html: true});
markdown.validateLink = () => true;
markdown.normalizeLink = markdown.normalizeLinkText = (url) => url;

const values = {
	text: (text) => (linkify.match(text) ?? []).map((m) => m.raw),
	markdown: (text) => {
		const env = {};
		const list = [];
		let defined = new Set(); // each of them once, however often it is used
		const walk = (tokens) => {
			for (const t of tokens) {
				if (t.markup !== 'autolink') list.push(...(t.attrs ?? []).filter(([name, v]) => name === 'title' || (name === 'href' || name === 'src') && !defined.has(v)).map(([, v]) => v));
				if (t.children) walk(t.children);
				else if (t.content) list.push(t.content);
			}
		};
		const tokens = markdown.parse(text, env);
		defined = new Set(Object.values(env.references ?? {}).map((r) => r.href));
		walk(tokens);
		list.push(...defined);
		return list;
	},
}[process.argv[2]];

for await (const file of createInterface({input: process.stdin})) {
	const answer = {file};
	try {
		answer.values = values(readFileSync(file, 'utf8'));
	} catch (e) {
		answer.error = e.name;
	}
	console.log(JSON.stringify(answer));
}
