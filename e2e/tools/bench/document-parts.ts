import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SealOptions } from "../../../src/evidence/pades/seal.ts";
import type { StampableType } from "../../../src/formats/file-types.ts";
import { type FramedReader, readFrames } from "../../../src/platform/framed-reader.ts";
import { longestReply, type TaskReply, type TaskRequest } from "../../../src/platform/jobs/tasks.ts";
import { mainThreadSeconds, processorSeconds } from "../../../src/testing/processes.ts";
import { CpuProfile, otherCode, type Part, profileInto } from "./cpu-profile.ts";
import { printLine, type Sample, samples, stampAll, startWarm } from "./document.ts";

const serverParts: Part[] = [
  { name: "database", code: /\/db\/|drizzle-orm|better-sqlite3/ },
  { name: "files", code: /src\/platform\/files|jobs\/task-files/ },
  { name: "signatures", code: /src\/(evidence|formats\/der|issuing)\/|@noble/ },
  {
    name: "requests",
    code: /src\/server\/http|features\/accounts|node_modules\/(hono|@trpc|zod|lucia|@fastify)/,
  },
  { name: "jobs", code: /src\/platform\/jobs/ },
  { name: "documents", code: /src\/features/ },
];

/** A seal reads and writes with the engine's code, which then counts as reading and writing. */
const childParts: Part[] = [
  { name: "compression", code: /zlib|inflate|deflate/i },
  { name: "certificate", code: /src\/formats\/(certificate|text)/ },
  { name: "seals", code: /src\/evidence/ },
  { name: "pictures", code: /src\/formats\/images|node_modules\/sharp/ },
  {
    name: "free space",
    code: /formats\/pdf\/(placement|page-(ink|content|inspector|view)|content-|font-metrics|characters|inline-image)/,
  },
  {
    name: "writing",
    code: /formats\/(stamp\/|pdf\/(byte-writer|write-|xref-writer|revision|page-stamper|stamp-))/,
  },
  // Texts and objects are read for all of the above, so they count for their callers.
  { name: "reading", code: /formats\/pdf\/(?!lexer|object-syntax|values)/ },
];

const warmUpDocuments = 100;

/** `from` and `to` in milliseconds since 1970, the others per document. */
type Span = { sample: Sample; from: number; to: number; mainMs: number; otherMs: number };

/**
 * Prints the processor time of each part of the program, in a server and in a child. Both write profiles, so the
 * numbers differ from those of the other tables. The samples of the main thread are attributed by folder.
 */
export async function measureParts(scratch: string): Promise<void> {
  const serverProfile = newFolder(scratch, "server-profile");
  const { product, clients } = await startWarm(scratch, profileInto(serverProfile));
  const spans: Span[] = [];
  try {
    for (const sample of samples) {
      const count = sample.batch;
      const stampThem = () => stampAll(clients, join(scratch, sample.file), count);
      spans.push({ sample, ...(await measure(product.pid, count, stampThem)) });
    }
  } finally {
    await product.stop();
  }
  printParts("server, ms by part", serverParts, new CpuProfile(serverProfile), spans);
  await measureChild(scratch);
}

async function measureChild(scratch: string): Promise<void> {
  const profile = newFolder(scratch, "child-profile");
  const child = new ProfiledChild(profile);
  const spans: Span[] = [];
  await child.stamp(scratch, "ten.pdf", warmUpDocuments);
  for (const sample of samples) {
    // The peer has left its conversion there.
    const file = sample.file.replace(".docx", ".pdf");
    const count = sample.batch;
    const stampThem = () => child.stamp(scratch, file, count);
    spans.push({ sample, ...(await measure(child.pid, count, stampThem)) });
  }
  await child.end();
  printParts("child, ms by part", childParts, new CpuProfile(profile), spans);
}

function newFolder(scratch: string, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  // The server may drop its privileges before it writes.
  chmodSync(folder, 0o777);
  return folder;
}

async function measure(pid: number, count: number, work: () => Promise<void>): Promise<Omit<Span, "sample">> {
  const seconds = () => ({ main: mainThreadSeconds(pid), all: processorSeconds(pid).own });
  const [before, from] = [seconds(), Date.now()];
  await work();
  const [after, to] = [seconds(), Date.now()];
  const mainMs = ((after.main - before.main) * 1_000) / count;
  return { from, to, mainMs, otherMs: ((after.all - before.all) * 1_000) / count - mainMs };
}

function printParts(title: string, parts: Part[], profile: CpuProfile, spans: Span[]): void {
  printLine([title, ...parts.map(({ name }) => name), otherCode, "other threads"]);
  for (const { sample, from, to, mainMs, otherMs } of spans) {
    const shares = [...profile.shares(parts, from, to).values()];
    printLine([
      sample.name,
      ...[...shares.map((share) => share * mainMs), otherMs].map((ms) => ms.toFixed(1)),
    ]);
  }
}

const seal: SealOptions = {
  subFilter: "ETSI.CAdES.detached",
  name: "Attestamp",
  time: Date.now(),
  certificates: [Buffer.alloc(600, 1).toString("base64")],
  crls: [Buffer.alloc(300, 2).toString("base64")],
  reserved: { seal: 1_500, timeStamp: 1_000 },
  paddings: [7, 70, 700],
};

function sizeAndHash(path: string): { bytes: number; sha256: string } {
  const content = readFileSync(path);
  return { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** A real child of the server, without a sandbox, since it must write its profile. */
class ProfiledChild {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "inherit">;
  readonly #replies: FramedReader;
  readonly #ready: Promise<TaskReply>;
  #documents = 0;

  constructor(profileFolder: string) {
    this.#child = Bun.spawn([process.execPath, ...profileInto(profileFolder), "src/main.ts", "work"], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#replies = readFrames(this.#child.stdout, longestReply);
    this.#ready = this.#nextReply();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Stamps a file this many times, draws a certificate for each copy and prepares their seals. */
  async stamp(scratch: string, file: string, count: number): Promise<void> {
    const [input, output] = [join(scratch, file), join(scratch, "of-child")];
    const fileType: StampableType = file.endsWith(".jpg") ? "image/jpeg" : "application/pdf";
    const { bytes: fileSize, sha256 } = sizeAndHash(input);
    for (let round = 0; round < count; round += 1) {
      this.#documents += 1;
      const serialNumber = `AT-0123A-BCDEF-GHJKM-${String(10_000 + this.#documents)}`;
      const facts = {
        productName: "Attestamp",
        serialNumber,
        clientName: "Jane Doe",
        time: Date.now(),
        timeZone: "America/Chicago",
        origin: "http://localhost",
      };
      const stamp = { ...facts, position: "vertical-right" } as const;
      rmSync(output, { force: true });
      await this.#ask({ name: "stamp", input: { input, output, fileType, sha256, stamp, seal } });
      const stamped = sizeAndHash(output);
      rmSync(output, { force: true });
      const certificate = {
        ...facts,
        documentName: file,
        fileType,
        fileSize,
        stampedType: fileType,
        stampedSize: stamped.bytes,
        pages: 10,
        notes: [],
        originalSha256: sha256,
        stampedSha256: stamped.sha256,
        originalKept: true,
        ownershipConfirmedAt: null,
        originalDate: null,
        otherParties: null,
        timeStamp: { authority: "Attestamp", time: stamp.time, vouchedBy: "service" as const, missing: [] },
        attestation: `e30.${Buffer.from(stamped.sha256.repeat(4)).toString("base64url")}.${sha256}`,
      };
      await this.#ask({ name: "certificate", input: { facts: certificate, output, seal } });
    }
  }

  async #ask(request: TaskRequest): Promise<void> {
    await this.#ready;
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    await this.#child.stdin.flush();
    const reply = await this.#nextReply();
    if (reply.type !== "done") throw new Error(`The child answered ${JSON.stringify(reply)}.`);
  }

  async #nextReply(): Promise<TaskReply> {
    return JSON.parse(await this.#replies.line());
  }

  /** Ends it; its profile is written then. */
  async end(): Promise<void> {
    await this.#child.stdin.end();
    await this.#child.exited;
  }
}
