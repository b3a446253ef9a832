// The strings, templates, texts of JSX and comments of JavaScript and TypeScript, by
// @babel/parser. It reads names of files and writes, for each, a line of JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parse } from "@babel/parser";

const plugins = (name) => {
  if (/\.[mc]?ts$/.test(name)) return ["typescript", "decorators-legacy"];
  if (name.endsWith(".tsx")) return ["typescript", "jsx", "decorators-legacy"];
  if (/@flow/.test(readFileSync(name, "utf8").slice(0, 2000))) return ["flow", "jsx"];
  return ["jsx"];
};

// pieces are the texts that an expression joins: a string, or null for what is none.
const pieces = (node, source) => {
  switch (node?.type) {
    case "StringLiteral":
      return [node.value];
    case "TemplateLiteral": {
      let text = "";
      node.quasis.forEach((q, i) => {
        text += q.value.cooked ?? q.value.raw;
        const e = node.expressions[i];
        if (!e) return;
        const code = source.slice(q.end + 2, node.quasis[i + 1].start - 1);
        text += "${" + (/["'`\s]/.test(code) ? " " : code) + "}"; // no URL goes on behind that
      });
      return [text];
    }
    case "BinaryExpression":
      if (node.operator === "+") {
        const a = pieces(node.left, source), b = pieces(node.right, source);
        const last = a.at(-1), first = b[0];
        // Only what is written with the same quotation marks is read as one text.
        if (last !== null && first !== null) return [...a.slice(0, -1), last + first, ...b.slice(1)];
        return [...a, ...b];
      }
  }
  return [null];
};

const values = (name) => {
  const source = readFileSync(name, "utf8");
  const tree = parse(source, { sourceType: "unambiguous", plugins: plugins(name), allowReturnOutsideFunction: true, errorRecovery: true });
  const list = [];
  const walk = (node) => {
    if (!node || typeof node.type !== "string") return;
    if (node.type === "BinaryExpression" && node.operator === "+") {
      for (const p of pieces(node, source)) if (p !== null) list.push(p);
      const inner = (n) => {
        if (n.type === "BinaryExpression" && n.operator === "+") { inner(n.left); inner(n.right); }
        else if (n.type === "TemplateLiteral") n.expressions.forEach(walk);
        else if (n.type !== "StringLiteral") walk(n);
      };
      inner(node);
      return;
    }
    switch (node.type) {
      case "JSXAttribute":
        if (/^xmlns/.test((node.name.namespace ?? node.name).name)) return; // no URL to follow
        break;
      case "StringLiteral": case "DirectiveLiteral": case "JSXText":
        list.push(node.value);
        return;
      case "TemplateLiteral":
        list.push(pieces(node, source)[0]);
        node.expressions.forEach(walk);
        return;
    }
    for (const key in node) {
      if (key === "leadingComments" || key === "trailingComments" || key === "innerComments" || key === "extra" || key === "loc") continue;
      const v = node[key];
      if (Array.isArray(v)) v.forEach(walk);
      else if (v && typeof v === "object") walk(v);
    }
  };
  walk(tree.program);
  for (const c of tree.comments) list.push(c.value);
  return list;
};

for await (const file of createInterface({ input: process.stdin })) {
  const answer = { file };
  try {
    answer.values = values(file).map((v) => v.toWellFormed());
  } catch (e) {
    answer.error = e.name;
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
