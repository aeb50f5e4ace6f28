import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CollectionView } from "../../../src/features/collections/collections.output.schema.ts";
import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { ProjectDetails } from "../../../src/features/projects/projects.output.schema.ts";
import type { OpenedShare, ShareView } from "../../../src/features/projects/shares.output.schema.ts";
import { makeFiles } from "../../../src/testing/test-collections.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { Refused, untilAnswered } from "../../support/until-answered.ts";
import type { Market } from "../crash-tests/market.ts";

/** `dataDirs`: the data folders of the servers, which keep unsent emails in an outbox. */
export type ProjectMarket = Market & { projects: Projects; dataDirs: string[] };

const files = makeFiles(12);
const timeoutMs = 300_000;
/** An email is sent at most once, so an email from a server that died may never arrive. */
const mailWithinMs = 20_000;
/** A collection and a document; timeline certificates and acknowledgments cost nothing. */
const stamps = 2;

/**
 * Attests a collection and a document, puts both into a project, gets its timeline certificate, and asks a client to
 * acknowledge it, which the client does. Repeats this with a new account each time, until the end.
 */
export async function runContractor(market: ProjectMarket): Promise<void> {
  while (!market.isOver()) {
    try {
      market.projects.add(await runProject(market));
    } catch (error) {
      market.promises.faults.push(`a project: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** What the contractor was told. */
type Project = {
  client: Client;
  id: string;
  collection: CollectionView;
  document: DocumentView;
  timeline: DocumentView;
};

async function runProject(market: ProjectMarket): Promise<Project> {
  const client = await untilAnswered(() => Client.register(market.origin, "Ann", "Roe", market.line.send));
  const { id } = await ask<{ id: string }>(client, "/api/projects", { name: "Roof of 12 Oak Street" });
  const collection = await attest(client, market.pollMs);
  const document = await stamp(client, market);
  await ask(client, `/api/projects/${id}/entries`, { ids: [collection.id, document.id] });
  const started = await ask<DocumentView>(client, `/api/projects/${id}/timeline`, {});
  const timeline = await untilCompleted(client, started.id, market);
  await acknowledge(client, id, market);
  const acknowledged = await findAcknowledged(client, id);
  if (acknowledged === undefined) throw new Error("the client acknowledged, and its owner is not told");
  await untilCompleted(client, acknowledged, market);
  return { client, id, collection, document, timeline };
}

/** A call whose answer was lost may have stored a collection, and started it or not. */
async function attest(client: Client, pollMs: number): Promise<CollectionView> {
  const { id } = await untilAnswered(async () => {
    const [known] = await read<CollectionView[]>(client, "/api/collections");
    return known ?? (await send<CollectionView>(client, "/api/collections", { title: "Shoot", files }));
  });
  await ask(client, `/api/documents/${id}/process`, {});
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await untilAnswered(() => read<CollectionView>(client, `/api/collections/${id}`));
    if (found.status === "completed") return found;
    if (found.status === "error") throw new Error(`collection ${id} failed: ${found.errorMessage}`);
    await Bun.sleep(pollMs);
  }
  throw new Error(`collection ${id} was not completed in time`);
}

async function stamp(client: Client, market: Market): Promise<DocumentView> {
  const { id } = await untilAnswered(async () => {
    const uploaded = await client.upload(market.path);
    if (isRefusal(uploaded)) throw new Error(uploaded.message);
    return uploaded;
  });
  await ask(client, `/api/documents/${id}/process`, {});
  return untilCompleted(client, id, market);
}

async function untilCompleted(
  client: Client,
  id: string,
  { promises, pollMs }: Market,
): Promise<DocumentView> {
  const found = await untilAnswered(() => client.finished(id, timeoutMs, pollMs));
  if (found.status !== "completed" || !found.serialNumber)
    throw new Error(`document ${id} ended as ${found.status}: ${found.errorMessage}`);
  promises.note(id, { client, state: "completed", serialNumber: found.serialNumber });
  return found;
}

/**
 * Opens the link in the email and acknowledges, as often as it takes until the server has answered. The recipient has a
 * browser of their own: the owner's browser cannot acknowledge.
 */
async function acknowledge(client: Client, projectId: string, { dataDirs }: ProjectMarket): Promise<void> {
  const recipient = client.withoutCookies();
  for (;;) {
    const email = `client-${crypto.randomUUID()}@example.org`;
    await ask(client, `/api/projects/${projectId}/acknowledgements`, { email });
    const token = await findLink(dataDirs, email);
    if (token === undefined) continue;
    const { project } = await ask<OpenedShare>(recipient, "/api/share/open", { token });
    const answer = { token, name: "Sam Smith", list: project?.list };
    try {
      return void (await ask(recipient, "/api/share/acknowledge", answer));
    } catch (error) {
      // The server may have died after it had stored the acknowledgment.
      const isStored = error instanceof Refused && error.status === 409;
      if (isStored && (await findAcknowledged(client, projectId)) !== undefined) return;
      throw error;
    }
  }
}

/** The document of the project's acknowledgement. */
async function findAcknowledged(client: Client, projectId: string): Promise<string | undefined> {
  const path = `/api/projects/${projectId}/shares`;
  const shares = await untilAnswered(() => read<ShareView[]>(client, path));
  return shares.flatMap(({ acknowledgement }) => acknowledgement?.documentId ?? [])[0];
}

async function findLink(dataDirs: string[], email: string): Promise<string | undefined> {
  const deadline = performance.now() + mailWithinMs;
  while (performance.now() < deadline) {
    for (const mail of dataDirs.flatMap((dataDir) => listMails(join(dataDir, "outbox")))) {
      if (!mail.includes(email)) continue;
      const words = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      return /\/share#([\w-]{43})/.exec(words)?.[1];
    }
    await Bun.sleep(200);
  }
}

function listMails(outbox: string): string[] {
  try {
    return readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
  } catch {
    return [];
  }
}

/** Repeats a call until it is answered. */
const ask = <T>(client: Client, path: string, body: object): Promise<T> =>
  untilAnswered(() => send<T>(client, path, body));

function send<T>(client: Client, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return read(client, path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function read<T>(client: Client, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await client.request(path, init);
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  const message = `${path} answered ${answer.status}: ${text.slice(0, 300)}`;
  if (answer.status >= 500) throw new Error(message);
  throw new Refused(answer.status, message);
}

/** The projects that contractors were told are complete. */
export class Projects {
  readonly #all: Project[] = [];

  add(project: Project): void {
    this.#all.push(project);
  }

  get length(): number {
    return this.#all.length;
  }

  /** Returns every difference from what contractors were told. */
  async check(): Promise<string[]> {
    const faults: string[] = [];
    for (const project of this.#all) {
      const wrong = await findWrong(project);
      if (wrong.length > 0) faults.push(`project ${project.id}: ${wrong.join("; ")}`);
    }
    return faults;
  }
}

async function findWrong({ client, id, collection, document, timeline }: Project): Promise<string[]> {
  const path = `/api/collections/${collection.id}`;
  const { serialNumber, certificateSha256, sha256sumsSha256 } = collection;
  const found = await read<CollectionView>(client, path);
  const hashes = await Promise.all(
    [`${path}/certificate`, `${path}/sha256sums`].map(async (file) => hash(await client.bytes(file))),
  );
  const record = await client.request(`/api/verify/${serialNumber}/files/${files[3]?.sha256}`);
  const { entries, timelines } = await read<ProjectDetails>(client, `/api/projects/${id}`);
  const [inProject, made] = [entries.map((entry) => entry.document.id), timelines.map((one) => one.id)];
  const { documentCount } = await read<{ documentCount: number }>(client, "/api/subscription/status");
  return [
    found.status === "completed" && found.serialNumber === serialNumber ? [] : "the collection differs",
    hashes[0] === certificateSha256 ? [] : "the certificate of the collection differs",
    hashes[1] === sha256sumsSha256 ? [] : "SHA256SUMS differs",
    record.ok ? [] : `a file of the collection is answered with ${record.status}`,
    [collection, document].every((one) => inProject.includes(one.id)) ? [] : "an entry is missing",
    made.includes(timeline.id) ? [] : "the timeline certificate is missing",
    documentCount === stamps ? [] : `${documentCount} stamps were used for ${stamps}`,
  ].flat();
}

const hash = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
