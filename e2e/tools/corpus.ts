/**
 * `bun run corpus DIR`: uploads and processes every file of a folder on a new server, and prints a line for each. At
 * the end it reports what the server left behind. Exits with 1 if the server crashed, hung or leaked, or if external
 * programs find errors in a stamped file; whether a refusal was right is for a person to decide.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, relative } from "node:path";
import { Client, isRefusal } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { inspectPdf, inspectPicture } from "./corpus/verdict.ts";

type Line = {
  file: string;
  outcome: string;
  ms: number;
  pages: string;
  qpdf: string;
  stamp: string;
  render: string;
  message: string;
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: bun run corpus DIR");
  process.exit(2);
}

const stampsPerAccount = 3;
const product = await startProduct();
const scratch = await mkdtemp(join(tmpdir(), "attestamp-corpus-"));
let faults = 0;
let client = await Client.register(product.origin);
let taken = 0;

printLine({
  file: "file",
  outcome: "outcome",
  ms: Number.NaN,
  pages: "pages",
  qpdf: "qpdf",
  stamp: "stamp",
  render: "render",
  message: "message",
});
for (const file of listFiles(folder)) printLine(await tryFile(file));
faults += await leftovers(product);
await product.stop();
rmSync(scratch, { recursive: true, force: true });
console.log(faults === 0 ? "No faults." : `${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);

async function tryFile(file: string): Promise<Line> {
  const name = relative(folder ?? ".", file);
  const started = performance.now();
  const line: Line = {
    file: name,
    outcome: "",
    ms: 0,
    pages: "",
    qpdf: "",
    stamp: "",
    render: "",
    message: "",
  };
  if (taken >= stampsPerAccount) {
    client = await Client.register(product.origin);
    taken = 0;
  }
  const uploaded = await client.upload(file);
  if (isRefusal(uploaded)) {
    if (uploaded.status >= 500) faults += 1;
    return {
      ...line,
      outcome: `refused ${uploaded.status}`,
      ms: performance.now() - started,
      message: uploaded.message,
    };
  }
  const accepted = await client.process(uploaded.id);
  if (isRefusal(accepted)) {
    faults += 1;
    return {
      ...line,
      outcome: `process ${accepted.status}`,
      ms: performance.now() - started,
      message: accepted.message,
    };
  }
  const document = await client.finished(uploaded.id);
  const ms = performance.now() - started;
  if (document.status === "error")
    return { ...line, outcome: "error", ms, message: document.errorMessage ?? "" };
  taken += 1;
  const stamped = join(
    scratch,
    `stamped${document.stampedType === "application/pdf" ? ".pdf" : extname(name)}`,
  );
  await writeFile(stamped, await client.bytes(`/api/documents/${document.id}/download`));
  const verdict =
    document.stampedType === "application/pdf"
      ? await inspectPdf(file, stamped, document.serialNumber ?? "")
      : await inspectPicture(file, stamped);
  if (verdict.fault) faults += 1;
  return { ...line, ...verdict, outcome: "completed", ms, message: document.notes.join(" ") };
}

/** What must not be left at the end: partial files, children, a dead server. */
async function leftovers({ origin, dataDir }: Product): Promise<number> {
  const health = await fetch(`${origin}/api/health`).catch(() => undefined);
  const partial = readdirSync(join(dataDir, "tmp"), { recursive: true, encoding: "utf8" });
  for (const path of partial.slice(0, 10)) console.log(`left: ${path}`);
  const counts = ["originals", "stamped", "certificates"].map(
    (name) => `${name} ${readdirSync(join(dataDir, name)).length}`,
  );
  console.log(
    `\nserver ${health?.ok ? "healthy" : "DEAD"}; left in tmp: ${partial.length}; ${counts.join(", ")}`,
  );
  return (health?.ok ? 0 : 1) + partial.length;
}

function listFiles(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
  return entries
    .map((entry) => join(path, entry))
    .filter((entry) => statSync(entry).isFile() && !/\.(md|json|txt)$/.test(entry));
}

function printLine(line: Line): void {
  const ms = Number.isNaN(line.ms) ? "ms" : line.ms.toFixed(0);
  const columns: [string, number][] = [
    [line.file, 62],
    [line.outcome, 12],
    [ms, 6],
    [line.pages, 7],
    [line.qpdf, 14],
    [line.stamp, 11],
    [line.render, 22],
  ];
  console.log(`${columns.map(([text, width]) => text.padEnd(width)).join(" ")} ${line.message}`);
}
