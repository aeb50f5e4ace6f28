import { makeFiles } from "../../../src/testing/test-collections.ts";
import { Client, isRefusal } from "../../support/client.ts";
import type { Random } from "../fuzz/random.ts";
import type { Market } from "./market.ts";
import { workOnProject } from "./project-work.ts";

const maxVerifyTries = 100;
/** Longer than the delay after which a dead server's job is resumed. */
const finishedWithinMs = 60_000;
/** How many documents an account pays for after its trial, before a new one is opened. */
const maxPaid = 3;

/**
 * Uploads or attests a collection, pays when the trial is used up, stamps, looks up, emails, deletes, makes timelines,
 * gets acknowledgements and refunds until the end. If the server crashes, unanswered requests are repeated; at the end
 * the current document is still completed.
 */
export async function runCustomer(market: Market, random: Random): Promise<void> {
  let customer: Customer | undefined;
  while (!market.isOver() || customer?.isBusy) {
    try {
      customer ??= new Customer(
        market,
        random,
        await Client.register(market.origin, "Jane", "Doe", market.line.send),
      );
      await customer.goOn();
      if (customer.paid >= maxPaid) customer = undefined;
    } catch {
      // The server was killed: customers do not rely on calls that it had not answered. `Line` records what it must not
      // answer.
      await Bun.sleep(50);
    }
  }
}

class Customer {
  /** Documents paid for so far. */
  paid = 0;
  #id: string | undefined;
  readonly #market: Market;
  readonly #random: Random;
  readonly #client: Client;

  constructor(market: Market, random: Random, client: Client) {
    this.#market = market;
    this.#random = random;
    this.#client = client;
  }

  /** Whether a document is in progress. */
  get isBusy(): boolean {
    return this.#id !== undefined;
  }

  /** Continues with the current document, or with a new one, to its end. Rejects if the server crashes. */
  async goOn(): Promise<void> {
    this.#id ??= this.#random(100) < 30 ? await this.#attest() : await this.#upload();
    if (this.#id === undefined) return;
    if (await this.#stamp(this.#id)) this.#id = undefined;
  }

  async #upload(): Promise<string | undefined> {
    const uploaded = await this.#client.upload(this.#market.path);
    if (isRefusal(uploaded)) return void this.#noteRefusal("upload", uploaded.status);
    this.#market.promises.note(uploaded.id, { client: this.#client, state: "uploaded", serialNumber: "" });
    return uploaded.id;
  }

  /** A collection whose stamp is refused waits like an uploaded document. */
  async #attest(): Promise<string | undefined> {
    const files = makeFiles(1 + this.#random(300));
    const answer = await this.#post("/api/collections", { title: "Shoot", files, ownershipConfirmed: true });
    const body: { id?: string; params?: { collection?: string } } = await answer.json();
    const id = answer.ok ? body.id : body.params?.collection;
    if (id === undefined) return void this.#noteRefusal("attesting", answer.status);
    this.#market.promises.note(id, { client: this.#client, state: "uploaded", serialNumber: "" });
    return id;
  }

  /** Starts stamping, possibly again; true if nothing is left to do for the document. */
  async #stamp(id: string): Promise<boolean> {
    const { promises } = this.#market;
    const accepted = await this.#client.process(id);
    if (isRefusal(accepted)) {
      if (accepted.status === 404 && promises.mayBeGone(id)) return true;
      if (accepted.status === 402) return this.#pay(id);
      this.#noteRefusal("process", accepted.status);
      return true;
    }
    const { status, serialNumber, errorMessage } = await this.#client.finished(
      id,
      finishedWithinMs,
      this.#market.pollMs,
    );
    if (status !== "completed" || !serialNumber) {
      promises.faults.push(`document ${id} ended as ${status}: ${errorMessage}`);
      return true;
    }
    promises.note(id, { client: this.#client, state: "completed", serialNumber });
    await this.#verify(serialNumber);
    await this.#doMore(id, serialNumber);
    return true;
  }

  /**
   * Everyone must find the record. The customer asks again while the database or the store is unavailable (503), and
   * if the server was killed during its answer (502).
   */
  async #verify(serialNumber: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { ok, status } = await this.#client.request(`/api/verify/${serialNumber}`);
      if (ok) return;
      if ((status !== 502 && status !== 503) || tries === maxVerifyTries) {
        const fault = `${serialNumber} is completed, and verifying it answers ${status}`;
        return void this.#market.promises.faults.push(fault);
      }
      await Bun.sleep(this.#market.pollMs);
    }
  }

  /** Pays for a document, as the browser does with the server's payment intent; it is stamped at the next attempt. */
  async #pay(id: string): Promise<false> {
    const { stripe, promises } = this.#market;
    const prepared = await this.#post("/api/payment/pay-per-document", { documentId: id });
    if (prepared.ok) {
      const { clientSecret }: { clientSecret: string } = await prepared.json();
      stripe.control.pay(clientSecret.replace(/_secret_.*$/, ""));
      promises.noteMoney(id, "true");
      this.paid += 1;
    } else if (prepared.status >= 500) return false;
    else if (prepared.status !== 409) this.#noteRefusal("paying", prepared.status);
    const completed = await this.#post("/api/payment/complete-document-payment", { documentId: id });
    if (!completed.ok) this.#noteRefusal("completing a payment", completed.status);
    return false;
  }

  async #doMore(id: string, serialNumber: string): Promise<void> {
    const { promises } = this.#market;
    const choice = this.#random(100);
    if (choice < 30) {
      promises.note(id, { client: this.#client, state: "leaving", serialNumber });
      const { ok } = await this.#client.request(`/api/documents/${id}`, { method: "DELETE" });
      if (ok) promises.note(id, { client: this.#client, state: "deleted", serialNumber });
    } else if (choice < 50) await this.#post(`/api/documents/${id}/email`, { email: "ann@example.org" });
    else if (choice < 75) this.#giveBack(id);
    else await workOnProject(this.#market, this.#client, id);
  }

  /** A refund made at Stripe; the server learns of it only by an event. */
  #giveBack(id: string): void {
    const { control } = this.#market.stripe;
    const succeeded = control
      .events()
      .find(
        ({ type, data: { object } }) =>
          type === "payment_intent.succeeded" && "metadata" in object && object.metadata?.documentId === id,
      );
    if (!succeeded || !("id" in succeeded.data.object)) return;
    control.refund(String(succeeded.data.object.id));
    this.#market.promises.noteMoney(id, "refunded");
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return this.#client.request(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** `Line` checks for 5xx, which is not an error while the server was down. */
  #noteRefusal(call: string, status: number): void {
    if (status < 500) this.#market.promises.faults.push(`${call} answered ${status}`);
  }
}
