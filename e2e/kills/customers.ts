import { Client, isRefusal } from "../support/client.ts";

/**
 * What the server has told a customer of a document. `leaving`: asked to delete it and heard no answer, so that it may
 * be there or not.
 */
type Told = { client: Client; state: "uploaded" | "completed" | "leaving" | "deleted"; serialNumber: string };

/** What customers were told, which no death of the server may take back. */
export class Promises {
  readonly faults: string[] = [];
  readonly #told = new Map<string, Told>();
  #unseen = new Set<string>();

  note(id: string, told: Told): void {
    this.#told.set(id, told);
    this.#unseen.add(id);
  }

  mayBeGone(id: string): boolean {
    return ["leaving", "deleted"].includes(this.#told.get(id)?.state ?? "");
  }

  get completed(): number {
    return [...this.#told.values()].filter(({ serialNumber }) => serialNumber !== "").length;
  }

  /** Asks the server after what was told since the last time, or after everything. */
  async check(which: "new" | "all"): Promise<void> {
    const ids = which === "all" ? [...this.#told.keys()] : [...this.#unseen];
    this.#unseen = new Set();
    for (const id of ids) {
      const told = this.#told.get(id);
      if (told) await this.#checkOne(id, told);
    }
  }

  async #checkOne(id: string, { client, state, serialNumber }: Told): Promise<void> {
    const answer = await client.request(`/api/documents/${id}`);
    const isThere = answer.ok;
    if (state === "leaving" && !isThere) return;
    if (isThere === (state === "deleted")) {
      this.faults.push(`document ${id} was ${state}, and the answer is ${answer.status}`);
    } else if (isThere && serialNumber !== "") {
      const found = await client.document(id);
      const isSame = found.status === "completed" && found.serialNumber === serialNumber;
      if (!isSame)
        this.faults.push(`document ${id} was completed as ${serialNumber}, and is ${found.status} now`);
    }
  }
}

/**
 * Uploads, has stamped, looks up, mails and deletes documents until it is over. When the server dies, what was begun
 * is asked for again; in the end the document at hand is still waited for.
 */
export async function beCustomer(
  origin: string,
  path: string,
  promises: Promises,
  isOver: () => boolean,
): Promise<void> {
  let client: Client | undefined;
  let id: string | undefined;
  while (!isOver() || id !== undefined) {
    try {
      client ??= await Client.register(origin);
      id ??= await upload(client, path, promises);
      const isUsedUp = id !== undefined && (await stamp(client, id, promises)) === "used up";
      if (isUsedUp) client = undefined;
      id = undefined;
    } catch {
      // The server was killed: what it had not said yet, nobody relies on.
      await Bun.sleep(50);
    }
  }
}

async function upload(client: Client, path: string, promises: Promises): Promise<string | undefined> {
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) return void noteRefusal(promises, "upload", uploaded.status);
  promises.note(uploaded.id, { client, state: "uploaded", serialNumber: "" });
  return uploaded.id;
}

/** Asks for the stamp, also again; `used up` when the account's plan is. */
async function stamp(client: Client, id: string, promises: Promises): Promise<"done" | "used up"> {
  const accepted = await client.process(id);
  if (isRefusal(accepted)) {
    if (accepted.status === 404 && promises.mayBeGone(id)) return "done";
    noteRefusal(promises, "process", accepted.status);
    return accepted.status === 402 ? "used up" : "done";
  }
  const { status, serialNumber, errorMessage } = await client.finished(id, 60_000, 50);
  if (status !== "completed" || !serialNumber) {
    promises.faults.push(`document ${id} ended as ${status}: ${errorMessage}`);
    return "done";
  }
  promises.note(id, { client, state: "completed", serialNumber });
  const verified = await client.request(`/api/verify/${serialNumber}`);
  if (!verified.ok)
    promises.faults.push(`${serialNumber} is completed, and verifying it answers ${verified.status}`);
  await doMore(client, id, serialNumber, promises);
  return "done";
}

async function doMore(client: Client, id: string, serialNumber: string, promises: Promises): Promise<void> {
  const choice = Math.random();
  if (choice < 0.3) {
    promises.note(id, { client, state: "leaving", serialNumber });
    const { ok } = await client.request(`/api/documents/${id}`, { method: "DELETE" });
    if (ok) promises.note(id, { client, state: "deleted", serialNumber });
  } else if (choice < 0.5) {
    const body = JSON.stringify({ email: "ann@example.org" });
    const headers = { "content-type": "application/json" };
    await client.request(`/api/documents/${id}/email`, { method: "POST", headers, body });
  }
}

/** A plan that is used up, a server that is just starting: no faults. */
function noteRefusal(promises: Promises, call: string, status: number): void {
  if (status !== 402 && status !== 503) promises.faults.push(`${call} answered ${status}`);
}
