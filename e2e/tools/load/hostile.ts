import { createHash } from "node:crypto";
import { join } from "node:path";
import { Client, isRefusal } from "../../support/client.ts";
import { type Attack, listAttacks, type Target } from "./attacks.ts";
import type { Limit } from "./report.ts";

const accounts = 10;
const atATime = 3;
/** Requests of one attack, however fast they are answered. */
const mostRequests = 2_000;
const healthWithinMs = 250;
/** Recovers between two attacks, so that each is measured alone. */
const pauseMs = 200;

/**
 * Ten accounts on one network address attack one call after the other with the largest bodies, three requests at a time
 * each. Prints for every call what they were answered and how long the server's health took meanwhile. `limits`: its
 * 99th percentile in every row.
 */
export async function beHostile(
  origin: string,
  upload: string,
  seconds: number,
  only?: string,
): Promise<Limit[]> {
  const target = await prepare(origin, upload);
  // Built once, by the first reader.
  await (await fetch(`${origin}/api/docs`)).arrayBuffer();
  const limits: Limit[] = [];
  console.log(`${"attack".padEnd(56)} ${"sent".padStart(5)}  health p50   p99   max  answers`);
  for (const attack of await listAttacks(target)) {
    if (only !== undefined && !attack.name.includes(only)) continue;
    limits.push(await measure(target, attack, seconds));
    await Bun.sleep(pauseMs);
  }
  return limits;
}

async function measure(target: Target, attack: Attack, seconds: number): Promise<Limit> {
  const probe = Bun.spawn(
    [process.execPath, join(import.meta.dir, "health-probe.ts"), `${target.origin}/api/health`],
    {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const statuses = new Map<number, number>();
  const until = performance.now() + seconds * 1_000;
  let sent = 0;
  async function attackWith(client: Client): Promise<void> {
    while (performance.now() < until && sent < mostRequests) {
      const index = sent++;
      const status = await attack.send(client, index).then(drain, () => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(
    target.clients.flatMap((client) => Array.from({ length: atATime }, () => attackWith(client))),
  );
  await probe.stdin.end();
  const measured: number[] = JSON.parse(await new Response(probe.stdout).text());
  const [, p99 = Number.NaN] = measured;
  const answers = [...statuses].toSorted().map(([status, count]) => `${status} × ${count}`);
  const numbers = measured.map((ms) => ms.toFixed(0).padStart(5));
  console.log(
    `${attack.name.padEnd(56)} ${String(sent).padStart(5)}      ${numbers.join(" ")}  ${answers.join(", ")}`,
  );
  return {
    what: `p99 of health during: ${attack.name}`,
    found: `${p99.toFixed(0)} ms`,
    limit: `${healthWithinMs} ms`,
    holds: p99 <= healthWithinMs,
  };
}

/** The whole body is read, as a browser does. */
async function drain(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

const headers = { "content-type": "application/json" };

async function prepare(origin: string, upload: string): Promise<Target> {
  const clients: Client[] = [];
  const documents: string[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const client = await Client.register(origin);
    const uploaded = await client.upload(upload);
    if (isRefusal(uploaded)) throw new Error(uploaded.message);
    await client.process(uploaded.id);
    clients.push(client);
    documents.push(uploaded.id);
  }
  const finished = await Promise.all(clients.map((client, at) => client.finished(documents[at] ?? "")));
  const [client] = clients;
  const [first] = finished;
  if (!client || !first?.serialNumber) throw new Error("The first document was not stamped.");
  const post = async (path: string, body: object) => {
    const answer = await client.request(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const files = Array.from({ length: 50_000 }, (_, at) => ({
    name: `photos/${at}`,
    size: at + 1,
    sha256: hashOf(at),
  }));
  const collection = await post("/api/collections", { title: "Photos", files });
  const attested = await client.finished(String(collection.id));
  const project = String((await post("/api/projects", { name: "Elm Street" })).id);
  await post(`/api/projects/${project}/entries`, { ids: [documents[0], collection.id] });
  const share = await post(`/api/projects/${project}/shares`, { downloads: "everything" });
  return {
    origin,
    clients,
    documents,
    serialNumber: first.serialNumber,
    collection: { id: String(collection.id), serialNumber: attested.serialNumber ?? "", sha256: hashOf(7) },
    project,
    shareToken: /([\w-]+)$/.exec(share.url ?? "")?.[1] ?? "",
  };
}

const hashOf = (number: number) => createHash("sha256").update(`photo ${number}`).digest("hex");
