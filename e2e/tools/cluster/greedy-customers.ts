import { Client, isRefusal } from "../../support/client.ts";
import { untilAnswered } from "../../support/until-answered.ts";
import type { Market } from "../crash-tests/market.ts";

/** The number of documents in a new account's plan. */
const free = 3;
const timeoutMs = 300_000;

/**
 * Opens accounts and starts more documents than are free, all at the same moment and at different servers, until the
 * end. Exactly the free ones may be stamped, however often a server dies before it answers.
 */
export async function runGreedyCustomer(market: Market): Promise<void> {
  while (!market.isOver()) {
    const client = await untilAnswered(() => Client.register(market.origin, "Ann", "Roe", market.line.send));
    const ids = await Promise.all(Array.from({ length: free + 2 }, () => upload(market, client)));
    const statuses = await Promise.all(ids.map((id) => start(client, id)));
    const accepted = ids.filter((_, at) => statuses[at] === 200);
    const refused = statuses.filter((status) => status === 402);
    if (accepted.length !== free || accepted.length + refused.length !== ids.length) {
      market.promises.faults.push(
        `of ${ids.length} documents at once, the answers are ${statuses.join(", ")}`,
      );
    }
    for (const id of accepted) {
      const { status, serialNumber, errorMessage } = await untilAnswered(() =>
        client.finished(id, timeoutMs, market.pollMs),
      );
      if (status !== "completed" || !serialNumber)
        market.promises.faults.push(`document ${id} ended as ${status}: ${errorMessage}`);
      else market.promises.note(id, { client, state: "completed", serialNumber });
    }
    const used = await untilAnswered(() => countUsed(client));
    if (used !== free) market.promises.faults.push(`${client.username} has used ${used} of ${free} stamps`);
  }
}

async function upload(market: Market, client: Client): Promise<string> {
  const { id } = await untilAnswered(async () => {
    const uploaded = await client.upload(market.path);
    if (isRefusal(uploaded)) throw new Error(uploaded.message);
    return uploaded;
  });
  market.promises.note(id, { client, state: "uploaded", serialNumber: "" });
  return id;
}

/** The server's decision, as a status. */
async function start(client: Client, id: string): Promise<number> {
  return untilAnswered(async () => {
    const started = await client.process(id);
    if (!isRefusal(started)) return 200;
    if (started.status >= 500) throw new Error(started.message);
    return started.status;
  });
}

async function countUsed(client: Client): Promise<number> {
  const answer = await client.request("/api/subscription/status");
  if (!answer.ok) throw new Error(await answer.text());
  const { documentCount }: { documentCount: number } = await answer.json();
  return documentCount;
}
