import type { Person } from "./people.ts";

/** A signed-in user who makes API calls. Every refusal is an Error: the demo expects none. */
export class Visitor {
  private constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  static register(origin: string, person: Person): Promise<Visitor> {
    return Visitor.#enter(origin, "/api/auth/register", person);
  }

  static signIn(origin: string, credentials: { username: string; password: string }): Promise<Visitor> {
    return Visitor.#enter(origin, "/api/auth/login", credentials);
  }

  static async #enter(origin: string, path: string, body: object): Promise<Visitor> {
    const answer = await accepted(path, await send(origin, path, "POST", body, ""));
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    return new Visitor(origin, cookies.join("; "));
  }

  async call<T>(method: "GET" | "POST" | "PATCH", path: string, body?: object): Promise<T> {
    const answer = await accepted(path, await send(this.origin, path, method, body, this.cookie));
    return (await answer.json()) as T;
  }

  /** The status of a call that should be refused. */
  async getStatus(path: string, body: object): Promise<number> {
    return (await send(this.origin, path, "POST", body, this.cookie)).status;
  }

  /** Uploads a document; returns its ID. */
  async upload(name: string, bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.append("ownershipConfirmed", "true");
    form.append("file", new File([new Uint8Array(bytes)], name));
    const path = "/api/documents/upload";
    const headers = { cookie: this.cookie };
    const answer = await fetch(`${this.origin}${path}`, { method: "POST", body: form, headers });
    return ((await (await accepted(path, answer)).json()) as { id: string }).id;
  }
}

function send(origin: string, path: string, method: string, body: object | undefined, cookie: string) {
  const headers = { "content-type": "application/json", cookie };
  return fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function accepted(path: string, answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
