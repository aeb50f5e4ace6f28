import { mkdtempSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { overlayOf, printLine, qpdf, registerWithStamps, runPeer, stamp, stampAll } from "./document.ts";
import { writeOverlay } from "./stamping.ts";
import { median } from "./table.ts";
import { TreeTime } from "./tree-time.ts";

/** From source, and as it is released: compiled ahead of time. */
const commands = [
  { name: "from source", command: [process.execPath, "src/main.ts", "serve"] },
  { name: "executable", command: [join(import.meta.dir, "../../../dist/attestamp"), "serve"] },
];
const starts = 3;
const documents = 100;
const peerRuns = 5;
/** How long a person looks for the file. */
const choosingMs = 3_000;

/**
 * The first hundred documents of servers that have just started: their processor time, the start of children included,
 * and how long the first one takes from the click. Once for a program, which sends at once, and once for a person, who
 * opens the page and chooses a file. Prints a table.
 */
export async function measureCold(scratch: string): Promise<void> {
  await writeOverlay(overlayOf(scratch));
  const path = join(scratch, "cold.pdf");
  await writeTextPdf(path, 10);
  printLine(["first 100, 10 pages", "server", "children", "ms in all", "qpdf", "ratio", "first click"]);
  for (const { name, command } of commands)
    for (let start = 0; start < starts; start += 1)
      for (const sender of ["program", "person"] as const) {
        const costs = await stampAfterStart(scratch, path, { command, sender });
        printLine([`${name}, ${sender}`, ...costs.map((cost) => cost.toFixed(1))]);
      }
}

async function stampAfterStart(
  scratch: string,
  path: string,
  { command, sender }: { command: string[]; sender: "program" | "person" },
): Promise<number[]> {
  const dataDir = mkdtempSync(join(scratch, "cold-"));
  const logPath = join(scratch, "cold.log");
  const product = await startProduct(
    { LOG_LEVEL: "info" },
    { command, dataDir, dataDirInside: dataDir, logPath },
  );
  try {
    const clients = await registerWithStamps(product, 2 * availableParallelism());
    const [first] = clients;
    if (!first) throw new Error("No one has registered.");
    const time = new TreeTime(product.pid);
    if (sender === "person") {
      await first.request("/api/trpc/documents.accepted");
      await Bun.sleep(choosingMs);
    }
    const clickMs = await stamp(first, path);
    await stampAll(clients, path, documents - 1);
    const { server, children } = time.stop(documents);
    const peers: number[] = [];
    for (let run = 0; run < peerRuns; run += 1) peers.push((await runPeer(qpdf(path, scratch))).cpuMs);
    const peer = median(peers);
    return [server, children, server + children, peer, (server + children) / peer, clickMs];
  } finally {
    await product.stop();
  }
}
