/** A user's browser or program in tests: speaks JSON and keeps cookies. */
export type TestClient = ReturnType<typeof createTestClient>;

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

export const jane = { username: "jane", password: "correct horse", firstName: "Jane", lastName: "Doe" };

export function createTestClient(origin: string, cookie = "") {
  let kept = cookie;
  let device = "";
  let provider = "";

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    const cookies = [kept, device, provider].filter((pair) => pair !== "");
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const response = await fetch(`${origin}${path}`, { ...init, method, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      if (/^(__Host-)?device=/.test(pair)) device = pair;
      else if (/^(__Host-)?provider=/.test(pair)) provider = pair;
      else kept = pair;
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = isJson ? objectIn(text) : {};
    return { status: response.status, headers: response.headers, text, body };
  }

  const sendJson = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(method, path, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  return {
    send,
    get: (path: string, headers: Record<string, string> = {}) => send("GET", path, { headers }),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      sendJson("POST", path, body, headers),
    /** Registers an account and signs in. */
    register: (fields: Record<string, unknown> = {}) =>
      sendJson("POST", "/api/auth/register", { ...jane, ...fields }),
    login: (username: string, password = jane.password, headers: Record<string, string> = {}) =>
      sendJson("POST", "/api/auth/login", { username, password }, headers),
    /** The cookie of its session. */
    cookie: () => kept,
  };
}

function objectIn(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  return { ...JSON.parse(text) };
}
