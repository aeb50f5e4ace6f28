import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { Client } from "../../support/client.ts";

/**
 * What the server has told a customer about a document. `leaving`: its deletion was requested without an answer, so it
 * may exist or not.
 */
type Told = { client: Client; state: "uploaded" | "completed" | "leaving" | "deleted"; serialNumber: string };

/** The state of a customer's payment for a document. */
type Money = "true" | "refunded";

/** What customers were told and what they paid, which no crash of the server may undo. */
export class Promises {
  readonly faults: string[] = [];
  readonly #told = new Map<string, Told>();
  readonly #money = new Map<string, Money>();
  #unseen = new Set<string>();

  note(id: string, told: Told): void {
    this.#told.set(id, told);
    this.#unseen.add(id);
  }

  noteMoney(id: string, money: Money): void {
    this.#money.set(id, money);
  }

  mayBeGone(id: string): boolean {
    return ["leaving", "deleted"].includes(this.#told.get(id)?.state ?? "");
  }

  get completed(): number {
    return [...this.#told.values()].filter(({ serialNumber }) => serialNumber !== "").length;
  }

  /** The documents that customers were told are completed, and that were not deleted. */
  get completedIds(): string[] {
    return [...this.#told].flatMap(([id, { state }]) => (state === "completed" ? [id] : []));
  }

  get paid(): number {
    return this.#money.size;
  }

  get refunded(): number {
    return [...this.#money.values()].filter((money) => money === "refunded").length;
  }

  /** Checks the promises made since the last check, or all of them. */
  async check(which: "new" | "all"): Promise<void> {
    const ids = which === "all" ? [...this.#told.keys()] : [...this.#unseen];
    this.#unseen = new Set();
    for (const id of ids) {
      const told = this.#told.get(id);
      if (told) await this.#checkOne(id, told);
    }
  }

  /** Downloads every completed document; returns those whose stamped copy is not what the server said. */
  async checkFiles(): Promise<string[]> {
    const wrong: string[] = [];
    for (const id of this.completedIds) {
      const client = this.#told.get(id)?.client;
      if (!client) continue;
      const { stampedSha256 } = await client.document(id);
      const bytes = await client.bytes(`/api/documents/${id}/download`);
      const certificate = await client.bytes(`/api/documents/${id}/certificate`);
      const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      if (hash !== stampedSha256) wrong.push(`the copy of ${id} has the hash ${hash}, not ${stampedSha256}`);
      if (certificate.length === 0) wrong.push(`the certificate of ${id} is empty`);
    }
    return wrong;
  }

  /** Customers continue in the meantime: if one learned something new, the document is checked the next time. */
  async #checkOne(id: string, told: Told): Promise<void> {
    const { client, state, serialNumber } = told;
    const answer = await client.request(`/api/documents/${id}`);
    const isThere = answer.ok;
    if (this.#told.get(id) !== told) return;
    if (state === "leaving" && !isThere) return;
    if (isThere === (state === "deleted")) {
      this.faults.push(`document ${id} was ${state}, and the answer is ${answer.status}`);
    } else if (isThere && serialNumber !== "") {
      const found: DocumentView = await answer.json();
      const isSame = found.status === "completed" && found.serialNumber === serialNumber;
      if (!isSame)
        this.faults.push(`document ${id} was completed as ${serialNumber}, and is ${found.status} now`);
    }
  }

  /** Must be called after every event was delivered: the state of each document must match its payment. */
  async checkMoney(): Promise<void> {
    for (const [id, money] of this.#money) {
      const told = this.#told.get(id);
      if (!told || this.mayBeGone(id)) continue;
      const { paymentCompleted } = await told.client.document(id);
      if (paymentCompleted !== money)
        this.faults.push(`the money of document ${id} is "${money}", and it is marked "${paymentCompleted}"`);
    }
  }
}
