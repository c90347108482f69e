// Fills in the counts of goldens.json with the npm package tiktoken, which is
// OpenAI's own implementation compiled to WebAssembly, so that the tests need no
// node. To remake them, or after adding a text (with "times" to repeat it):
//
//	npm install --prefix FOLDER tiktoken@1.0.22
//	NODE_PATH=FOLDER/node_modules node goldens.mjs
//
// The hash is the SHA-256 of the ids, as decimal numbers with commas between them.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const { get_encoding } = createRequire(import.meta.url)("tiktoken");
const file = new URL("goldens.json", import.meta.url);
const goldens = JSON.parse(readFileSync(file, "utf8"));
for (const name of ["o200k_base", "cl100k_base"]) {
  const encoding = get_encoding(name);
  for (const golden of goldens) {
    const ids = encoding.encode_ordinary(golden.text.repeat(golden.times ?? 1));
    const sha256 = createHash("sha256").update(ids.join(",")).digest("hex");
    golden[name] = { count: ids.length, sha256 };
  }
  encoding.free();
}
const lines = goldens.map((golden) => JSON.stringify(golden));
writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
