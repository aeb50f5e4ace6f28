import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import { taskMessages } from "../../../src/platform/jobs/tasks.ts";
import { Client, isRefusal } from "../../support/client.ts";

/**
 * The outcome of a document. completed, refused (by a 4xx) and error (with a message) are expected; crashed means that
 * a child crashed or was stopped, which is an error too, but worth a look; anything else is a bug.
 */
export const outcomes = ["completed", "refused", "error", "crashed", "fault"] as const;
export type Outcome = { is: (typeof outcomes)[number]; says: string };

/** Above all time limits of the server. */
const longestMs = 240_000;
const stampsPerAccount = 3;
/** Codes of errors (docs/error-codes.md). */
const crashes = [taskMessages.crashed.code, taskMessages.tooSlow.code, "word-conversion-too-slow"];
const oursOwn = /^(processing-failed|processing-interrupted|internal-error|server-.*)$/;

/** Uploads and processes one file after the other, like people who open a new account when their plan is used up. */
export class Driver {
  readonly #origin: string;
  #client: Client | undefined;
  #stamps = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Never throws: errors and timeouts are outcomes. */
  async drive(path: string): Promise<Outcome> {
    const late = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => late.resolve(fault(`no end after ${longestMs} ms`)), longestMs);
    const driven = this.#drive(path).catch((error: unknown) => fault(String(error)));
    const outcome = await Promise.race([driven, late.promise]);
    clearTimeout(timer);
    return outcome;
  }

  async #drive(path: string): Promise<Outcome> {
    const client = await this.#clientWithStamps();
    const uploaded = await client.upload(path);
    if (isRefusal(uploaded)) {
      const isAnswer = uploaded.status >= 400 && uploaded.status < 500 && uploaded.status !== 429;
      const says = `${uploaded.status} ${uploaded.message}`;
      return isAnswer ? { is: "refused", says } : fault(says);
    }
    const accepted = await client.process(uploaded.id);
    if (isRefusal(accepted)) return fault(`process: ${accepted.status} ${accepted.message}`);
    const document = await client.finished(uploaded.id, longestMs);
    if (document.status === "error") return findOutcome(document);
    this.#stamps += 1;
    for (const file of ["download", "certificate", "evidence"]) {
      const bytes = await client.bytes(`/api/documents/${document.id}/${file}`);
      if (bytes.length === 0) return fault(`${file} is empty`);
    }
    return { is: "completed", says: document.notes.join(" ") };
  }

  async #clientWithStamps(): Promise<Client> {
    if (this.#client === undefined || this.#stamps >= stampsPerAccount) {
      this.#client = await Client.register(this.#origin);
      this.#stamps = 0;
    }
    return this.#client;
  }
}

function findOutcome({ errorCode, errorMessage }: DocumentView): Outcome {
  if (!errorMessage || errorCode === null)
    return fault(errorMessage || "an error without a sentence or a code");
  if (oursOwn.test(errorCode)) return fault(errorMessage);
  return { is: crashes.includes(errorCode) ? "crashed" : "error", says: errorMessage };
}

const fault = (says: string): Outcome => ({ is: "fault", says });
