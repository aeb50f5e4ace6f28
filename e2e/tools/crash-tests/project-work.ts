import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { OpenedShare, ShareView } from "../../../src/features/projects/shares.output.schema.ts";
import type { Client } from "../../support/client.ts";
import { untilAnswered } from "../../support/until-answered.ts";
import type { Market } from "./market.ts";

const timeoutMs = 60_000;

/**
 * Puts a completed document into a new project and makes a timeline certificate of it; if the server writes its emails
 * to an outbox, also asks somebody for an acknowledgment and gives it. Every answer from the server is recorded as a
 * promise; unanswered calls are repeated.
 */
export async function workOnProject(market: Market, client: Client, documentId: string): Promise<void> {
  const { id }: { id: string } = await post(market, client, "/api/projects", {
    name: "Roof of 12 Oak Street",
  });
  await post(market, client, `/api/projects/${id}/entries`, { ids: [documentId] });
  const timeline: DocumentView = await post(market, client, `/api/projects/${id}/timeline`, {
    exhibits: "A",
  });
  await noteCompleted(market, client, timeline.id);
  if (market.outbox !== undefined) await acknowledge({ ...market, outbox: market.outbox }, client, id);
}

/** The answer to the acknowledgment is a promise: the owner sees it, with its document, which completes. */
async function acknowledge(
  market: Market & { outbox: string },
  client: Client,
  projectId: string,
): Promise<void> {
  const recipient = `${crypto.randomUUID()}@example.org`;
  await post(market, client, `/api/projects/${projectId}/acknowledgements`, { email: recipient });
  const token = await findLink(market, recipient, /\/share#([\w-]{43})/);
  const reader = client.withoutCookies();
  const { project }: OpenedShare = await post(market, reader, "/api/share/open", { token });
  // It is given once: without an answer to the first try, the second one is refused.
  await call(reader, "/api/share/acknowledge", jsonBody({ token, name: "Ann Smith", list: project?.list }));
  const shares: ShareView[] = await get(market, client, `/api/projects/${projectId}/shares`);
  // A request whose answer was lost was repeated, so there may be a second link, which nobody has used.
  const given = shares.flatMap((share) =>
    share.recipient === recipient ? (share.acknowledgement?.documentId ?? []) : [],
  );
  const [documentId, ...more] = given;
  if (documentId === undefined || more.length > 0)
    market.promises.faults.push(`${recipient} has acknowledged once, and the owner sees ${given.length}`);
  else await noteCompleted(market, client, documentId);
}

async function noteCompleted({ promises, pollMs }: Market, client: Client, id: string): Promise<void> {
  const { status, serialNumber, errorMessage } = await untilAnswered(() =>
    client.finished(id, timeoutMs, pollMs),
  );
  if (status === "completed" && serialNumber) promises.note(id, { client, state: "completed", serialNumber });
  else promises.faults.push(`document ${id} ended as ${status}: ${errorMessage}`);
}

/** The link in the email to this address. The server writes the email even if it is killed in the meantime. */
async function findLink({ outbox, pollMs }: Market & { outbox: string }, address: string, link: RegExp) {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names.filter((name) => name.endsWith(".eml"))) {
      const text = (await readFile(join(outbox, name), "utf8")).replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      const token = text.includes(address) ? link.exec(text)?.[1] : undefined;
      if (token !== undefined) return token;
    }
    await Bun.sleep(pollMs);
  }
  throw new Error(`No link came for ${address}.`);
}

const jsonBody = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

function get<Answer>(market: Market, client: Client, path: string): Promise<Answer> {
  return read(market, client, path);
}

function post<Answer>(market: Market, client: Client, path: string, body: object): Promise<Answer> {
  return read(market, client, path, jsonBody(body));
}

/** Nothing may be refused. */
async function read<Answer>(
  { promises }: Market,
  client: Client,
  path: string,
  init?: RequestInit,
): Promise<Answer> {
  const answer = await call(client, path, init);
  if (answer.ok) return (await answer.json()) as Answer;
  const what = `${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  promises.faults.push(what);
  throw new Error(what);
}

/** `Line` checks 5xx. */
function call(client: Client, path: string, init?: RequestInit): Promise<Response> {
  return untilAnswered(async () => {
    const answer = await client.request(path, init);
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  });
}
