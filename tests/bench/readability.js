// Readability.js, for tests/bench/peers.py (tests/bench/peers.md).
//
//     node readability.js NAME ROOT <PAGES >ANSWERS
//
// Input and output are those of peers.py: JSON lines (id, file), then JSON lines
// (id, body, seconds). `seconds` is the CPU time of all threads for the
// extraction, without reading and unpacking. Needs the npm packages
// @mozilla/readability and jsdom (NODE_PATH).
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const zlib = require("zlib");
const { JSDOM, VirtualConsole } = require("jsdom");
const { Readability } = require("@mozilla/readability");

const BLOCKS = new Set(("address article aside blockquote br dd div dl dt " +
  "figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre " +
  "section table td th tr ul").split(" "));

// The text of cleaned HTML; an empty line between blocks.
function textOf(node, parts) {
  for (const child of node.childNodes) {
    if (child.nodeType === 3)
      parts[parts.length - 1] += child.data;
    if (child.nodeType !== 1)
      continue;
    const isBlock = BLOCKS.has(child.localName);
    if (isBlock)
      parts.push("");
    textOf(child, parts);
    if (isBlock)
      parts.push("");
  }
  return parts;
}

function readPage(file) {
  const data = fs.readFileSync(file);
  return (data[0] === 0x1f && data[1] === 0x8b ? zlib.gunzipSync(data) : data)
    .toString("utf8");
}

function extract(page) {
  const silent = new VirtualConsole();
  const dom = new JSDOM(page, { virtualConsole: silent });
  const article = new Readability(dom.window.document,
    { serializer: (element) => element }).parse();
  const text = textOf(article.content, [""])
    .map((part) => part.split(/\s+/).filter(Boolean).join(" "))
    .filter(Boolean).join("\n\n");
  dom.window.close(); // releases the memory of the page
  return text;
}

const root = process.argv[3];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const row = JSON.parse(line);
  const page = readPage(path.join(root, row.file));
  const begun = process.cpuUsage();
  let body = "";
  try {
    body = extract(page);
  } catch (error) {
    // a fault of the peer: the page has no text
  }
  const used = process.cpuUsage(begun);
  console.log(JSON.stringify({ id: row.id, body,
    seconds: (used.user + used.system) / 1e6 }));
});
