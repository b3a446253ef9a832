// The addresses, strings and comments of CSS, by css-tree. It reads names of files and
// writes, for each, a line of JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import * as csstree from "css-tree";

for await (const file of createInterface({ input: process.stdin })) {
  const answer = { file };
  try {
    const values = [];
    const tree = csstree.parse(readFileSync(file, "utf8"), {
      parseCustomProperty: true,
      onComment: (value) => values.push(value),
      onParseError: (e) => { throw e; },
    });
    csstree.walk(tree, (node) => {
      if (node.type === "Url" || node.type === "String") values.push(node.value);
      if (node.type === "Raw") values.push(node.value);
    });
    answer.values = values.map((v) => v.toWellFormed());
  } catch (e) {
    answer.error = e.name;
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
