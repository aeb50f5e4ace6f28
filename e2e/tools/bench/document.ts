import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../../../db/client.ts";
import { purchases, users } from "../../../db/schema.ts";
import { makeDocx, paragraph } from "../../../src/platform/office/test-word-samples.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { writePhoto, writeTextPdf } from "../../support/samples.ts";
import { writeOverlay } from "./stamping.ts";
import { median } from "./table.ts";
import { type PartMs, TreeTime } from "./tree-time.ts";

/**
 * `batch`: documents in one round; enough that its beginning and end, when a core is idle, count little. The peer of a
 * file is one run of a Debian program over the same file.
 */
export type Sample = {
  name: string;
  file: string;
  batch: number;
  write: (path: string) => unknown;
  peer: string;
  command: (input: string, scratch: string) => string[];
};

export const overlayOf = (scratch: string) => join(scratch, "overlay.pdf");
export const qpdf = (input: string, scratch: string) => [
  "qpdf",
  ...[input, "--overlay", overlayOf(scratch), "--from=", "--repeat=1", "--", join(scratch, "q.pdf")],
];

export const samples: Sample[] = [
  {
    name: "PDF, 1 page",
    file: "one.pdf",
    batch: 100,
    peer: "qpdf",
    command: qpdf,
    write: (path) => writeTextPdf(path, 1),
  },
  {
    name: "PDF, 10 pages",
    file: "ten.pdf",
    batch: 100,
    peer: "qpdf",
    command: qpdf,
    write: (path) => writeTextPdf(path, 10),
  },
  {
    name: "PDF, 100 pages",
    file: "hundred.pdf",
    batch: 60,
    peer: "qpdf",
    command: qpdf,
    write: (path) => writeTextPdf(path, 100),
  },
  {
    name: "JPEG, 12 megapixels",
    file: "photo.jpg",
    batch: 8,
    peer: "convert",
    write: (path) => writePhoto(path, 4000, 3000),
    command: (input, scratch) => [
      ...["convert", input, "-size", "1800x90", "xc:white", "-gravity", "southeast", "-composite"],
      join(scratch, "m.jpg"),
    ],
  },
  {
    name: "DOCX, 2 pages",
    file: "lease.docx",
    batch: 16,
    peer: "soffice",
    write: (path) => writeFileSync(path, makeDocx({ body: paragraph("A lease of the kitchen.").repeat(80) })),
    command: (input, scratch) => [
      ...["soffice", `-env:UserInstallation=file://${join(scratch, "profile")}`, "--headless"],
      ...["--convert-to", "pdf", "--outdir", scratch, input],
    ],
  },
];

const rounds = 3;
const clicksPerRound = 2;
/** The second child starts after a hundred documents; after the others, all code is compiled. */
const warmUpDocuments = 300;
/**
 * If the answer does not come within a second, clients ask again this often; asking more often would cost more than the
 * work itself.
 */
const askEveryMs = 50;

export const documentTools = {
  qpdf: "qpdf",
  convert: "imagemagick",
  soffice: "libreoffice-writer-nogui",
  bwrap: "bubblewrap",
};

type Round = { ms: PartMs; perSecond: number; clickMs: number[]; peerCpuMs: number[]; peerMs: number[] };

/**
 * Whole documents, from upload to completed, on a real server: the processor time of each in the server and in its
 * children, the throughput of all cores per second, and how long a user waits. The peer runs in between, under the same
 * load. Prints a table.
 */
export async function measureDocuments(scratch: string): Promise<void> {
  await writeOverlay(overlayOf(scratch));
  for (const { file, write } of samples) await write(join(scratch, file));
  const { product, clients } = await startWarm(scratch);
  try {
    printLine(
      ["a whole document", "server", "children", "office", "ms in all", "peer", "ratio"],
      [...["docs/s", "click ms", "ratio"]],
    );
    for (const sample of samples) {
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round += 1)
        measured.push(await measureRound(product, clients, sample, scratch));
      printSample(sample, measured);
    }
  } finally {
    await product.stop();
  }
}

/** A server that has completed some documents, and its clients. `bunOptions`: options of the runtime. */
export async function startWarm(
  scratch: string,
  bunOptions: string[] = [],
): Promise<{ product: Product; clients: Client[] }> {
  const dataDir = join(scratch, "data");
  const command = [process.execPath, ...bunOptions, "src/main.ts", "serve"];
  const start = { command, dataDir, dataDirInside: dataDir, logPath: join(scratch, "server.log") };
  const product = await startProduct({ LOG_LEVEL: "info", CONVERTER: "auto" }, start);
  const clients = await registerWithStamps(product, 2 * availableParallelism());
  await stampAll(clients, join(scratch, "ten.pdf"), warmUpDocuments);
  await stampAll(clients, join(scratch, "lease.docx"), clients.length);
  return { product, clients };
}

/** Accounts that have bought more stamps than are used here. */
export async function registerWithStamps({ origin, dataDir }: Product, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  while (clients.length < count) clients.push(await Client.register(origin));
  const db = openDatabase(join(dataDir, "attestamp.sqlite"));
  const createdAt = new Date();
  const paid = { plan: "bundle", amount: 100, stamps: 100_000, state: "paid", createdAt } as const;
  for (const { id } of await db.select({ id: users.id }).from(users).all())
    await db
      .insert(purchases)
      .values({ ...paid, id: crypto.randomUUID(), userId: id, settledAt: createdAt })
      .run();
  await closeDatabase(db);
  return clients;
}

async function measureRound(
  product: Product,
  clients: Client[],
  { file, batch, command }: Sample,
  scratch: string,
): Promise<Round> {
  const path = join(scratch, file);
  const peers = [await runPeer(command(path, scratch))];
  const time = new TreeTime(product.pid);
  const started = performance.now();
  await stampAll(clients, path, batch);
  const perSecond = (batch * 1_000) / (performance.now() - started);
  const ms = time.stop(batch);
  const clickMs: number[] = [];
  for (const client of clients.slice(0, clicksPerRound)) {
    peers.push(await runPeer(command(path, scratch)));
    clickMs.push(await stamp(client, path));
  }
  return {
    ms,
    perSecond,
    clickMs,
    peerCpuMs: peers.map(({ cpuMs }) => cpuMs),
    peerMs: peers.map((peer) => peer.ms),
  };
}

/** Runs as many at a time as there are clients. */
export async function stampAll(clients: Client[], path: string, count: number): Promise<void> {
  let begun = 0;
  const work = async (client: Client) => {
    while (begun < count) {
      begun += 1;
      await stamp(client, path);
    }
  };
  await Promise.all(clients.map(work));
}

/** Uploads and stamps a file; returns the milliseconds from the click to the completed document. */
export async function stamp(client: Client, path: string): Promise<number> {
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) throw new Error(uploaded.message);
  const started = performance.now();
  const answer = await client.process(uploaded.id);
  if (isRefusal(answer)) throw new Error(answer.message);
  const done =
    answer.status === "completed" ? answer : await client.finished(uploaded.id, 60_000, askEveryMs);
  if (done.status !== "completed") throw new Error(done.errorMessage ?? "The document was not completed.");
  return performance.now() - started;
}

export async function runPeer(command: string[]): Promise<{ ms: number; cpuMs: number }> {
  const started = performance.now();
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "ignore" });
  const exitCode = await child.exited;
  if (exitCode !== 0) throw new Error(`"${command.join(" ")}" ended with ${exitCode}.`);
  return { ms: performance.now() - started, cpuMs: Number(child.resourceUsage()?.cpuTime.total) / 1_000 };
}

function printSample({ name, peer }: Sample, measured: Round[]): void {
  const parts = (["server", "children", "office"] as const).map((part) =>
    median(measured.map(({ ms }) => ms[part])),
  );
  const all = median(measured.map(({ ms }) => ms.server + ms.children + ms.office));
  const peerCpuMs = median(measured.flatMap((round) => round.peerCpuMs));
  const clickMs = median(measured.flatMap((round) => round.clickMs));
  const peerMs = median(measured.flatMap((round) => round.peerMs));
  const perSecond = median(measured.map((round) => round.perSecond));
  const fixed = (value: number) => value.toFixed(1);
  printLine(
    [name, ...parts.map(fixed), fixed(all), `${peer} ${fixed(peerCpuMs)}`, fixed(all / peerCpuMs)],
    [fixed(perSecond), fixed(clickMs), fixed(clickMs / peerMs)],
  );
}

export function printLine([what = "", ...cells]: string[], more: string[] = []): void {
  console.log([what.padEnd(22), ...[...cells, ...more].map((cell) => cell.padStart(14))].join(""));
}
