import { basename } from "node:path";
import type { DocumentView } from "../../src/features/documents/documents.output.schema.ts";
import type { TestSmtpServer } from "../../src/testing/test-smtp-server.ts";

/** Sends a request: `fetch`, unless a caller wants to intercept it. */
type Send = (url: string, init?: RequestInit) => Promise<Response>;

export type Refusal = { status: number; message: string };

/**
 * Calls that change something use a new connection. The server may close an idle connection at the moment a call uses
 * it, and that call is lost; only reads can then simply be repeated.
 */
const connectionFor = (method = "GET"): RequestInit => (method === "GET" ? {} : { keepalive: false });

const password = "correct horse";

/** A signed-in client of the REST API, like an external program. */
export class Client {
  #hasAddress = false;

  private constructor(
    readonly origin: string,
    readonly username: string,
    private readonly cookie: string,
    private readonly send: Send,
  ) {}

  /** Registers a new account and keeps its session. */
  static async register(
    origin: string,
    firstName = "Jane",
    lastName = "Doe",
    send: Send = fetch,
  ): Promise<Client> {
    const username = `user-${crypto.randomUUID().slice(0, 13)}`;
    const answer = await send(`${origin}/api/auth/register`, {
      method: "POST",
      ...connectionFor("POST"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password, firstName, lastName }),
    });
    if (!answer.ok) throw new Error(`register answered ${answer.status}: ${await answer.text()}`);
    return new Client(origin, username, readCookies(answer), send);
  }

  /** Signs in to an account that `register` created. */
  static async signIn(origin: string, username: string): Promise<Client> {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      ...connectionFor("POST"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    if (!answer.ok) throw new Error(`login answered ${answer.status}: ${await answer.text()}`);
    return new Client(origin, username, readCookies(answer), fetch);
  }

  /** Someone else's browser: it has no cookies. */
  withoutCookies(): Client {
    return new Client(this.origin, this.username, "", this.send);
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, cookie: this.cookie };
    return this.send(`${this.origin}${path}`, { ...connectionFor(init.method), ...init, headers });
  }

  /**
   * Adds an address to the account and confirms it, once: the server sends email to others only for confirmed accounts.
   */
  async confirmAddress(smtp: TestSmtpServer): Promise<void> {
    if (this.#hasAddress) return;
    this.#hasAddress = true;
    const email = `${this.username}@example.org`;
    const send = (path: string, body: object) =>
      this.request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await send("/api/auth/email", { email, currentPassword: password });
    const find = () =>
      smtp.received
        .filter(({ recipients }) => recipients.includes(email))
        .flatMap(({ mail }) => /\/confirm-email#([\w-]+)/.exec(mail.text ?? "")?.[1] ?? [])[0];
    const deadline = performance.now() + 500_000;
    while (find() === undefined) {
      if (performance.now() > deadline) throw new Error(`No link came to confirm ${email}.`);
      await Bun.sleep(20);
    }
    await send("/api/auth/confirm-email", { token: find() });
  }

  /** Uploads a file from disk; refusals are returned, since many callers expect them. */
  async upload(path: string): Promise<DocumentView | Refusal> {
    return this.#read<DocumentView>(await this.sendUpload(path));
  }

  sendUpload(path: string): Promise<Response> {
    const form = new FormData();
    form.append("ownershipConfirmed", "true");
    form.append("file", Bun.file(path), basename(path));
    return this.request("/api/documents/upload", { method: "POST", body: form });
  }

  async process(id: string, config: Record<string, unknown> = {}): Promise<DocumentView | Refusal> {
    return this.#read<DocumentView>(await this.sendProcess(id, config));
  }

  sendProcess(id: string, config: Record<string, unknown> = {}): Promise<Response> {
    return this.request(`/api/documents/${id}/process`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ position: "vertical-right", format: "document-timestamp", ...config }),
    });
  }

  async document(id: string): Promise<DocumentView> {
    const answer = await this.#read<DocumentView>(await this.request(`/api/documents/${id}`));
    if ("message" in answer) throw new Error(`document answered ${answer.status}: ${answer.message}`);
    return answer;
  }

  /** Polls until the document is completed or failed. */
  async finished(id: string, timeoutMs = 500_000, everyMs = 20): Promise<DocumentView> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const document = await this.document(id);
      if (document.status === "completed" || document.status === "error") return document;
      await Bun.sleep(everyMs);
    }
    throw new Error(`Document ${id} was still not finished after ${timeoutMs} ms.`);
  }

  async bytes(path: string): Promise<Uint8Array> {
    const answer = await this.request(path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  async #read<T>(answer: Response): Promise<T | Refusal> {
    if (answer.ok) return (await answer.json()) as T;
    const text = await answer.text();
    return { status: answer.status, message: parseMessage(text) };
  }
}

function readCookies(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

export function isRefusal(value: object): value is Refusal {
  return "message" in value && "status" in value && typeof value.status === "number";
}

function parseMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
  } catch {
    // Not JSON: the text itself is the message.
  }
  return text.slice(0, 200);
}
