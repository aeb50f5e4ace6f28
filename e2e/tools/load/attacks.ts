import { createHash } from "node:crypto";
import type { Client } from "../../support/client.ts";

/** What an attacked installation has: the attackers' accounts, and what they have stored. */
export type Target = {
  origin: string;
  clients: Client[];
  /** One for each client. */
  documents: string[];
  serialNumber: string;
  /** Of the first client, with as many files as a collection may have. */
  collection: { id: string; serialNumber: string; sha256: string };
  project: string;
  shareToken: string;
};

export type Attack = {
  /** The row of the table. */
  name: string;
  /** Sends the request with this number, for one of the accounts. */
  send: (client: Client, index: number) => Promise<Response>;
};

type JsonSchema = { properties?: Record<string, unknown> };
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
};
type Description = { paths: Record<string, Record<string, Operation>> };

const bodyLimit = 100 * 1024;

/** These end what the other attacks need. */
const leftOut = new Set(["POST /api/auth/logout", "POST /api/auth/sessions/end-others"]);

/** Every call of the API description with its largest bodies, and calls that could hurt in ways of their own. */
export async function listAttacks(target: Target): Promise<Attack[]> {
  const answer = await fetch(`${target.origin}/api/openapi.json`);
  const description = (await answer.json()) as Description;
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
      .filter(({ method }) => !leftOut.has(`${method} ${path}`))
      .map((call) => describedAttack(target, call)),
  );
  return [...knownAttacks(target), ...described];
}

type Call = { method: string; path: string; operation: Operation };

function describedAttack(target: Target, { method, path, operation }: Call): Attack {
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const bodies = type === undefined ? [] : hostileBodies(type, content?.schema);
  return {
    name: `${method} ${path}`,
    send(client, index) {
      const body = bodies[index % Math.max(1, bodies.length)];
      const headers: Record<string, string> =
        type === undefined || type === "multipart/form-data" ? {} : { "content-type": type };
      return client.request(fillPath(target, client, path, method), { method, headers, body });
    },
  };
}

/** A DELETE never finds what it deletes. */
function fillPath(target: Target, client: Client, path: string, method: string): string {
  const index = target.clients.indexOf(client);
  const id = path.includes("/projects/")
    ? target.project
    : path.includes("/collections/")
      ? target.collection.id
      : (target.documents[index] ?? "");
  const values: Record<string, string> = {
    id: method === "DELETE" ? crypto.randomUUID() : id,
    deliveryId: crypto.randomUUID(),
    serialNumber: path.includes("/files/") ? target.collection.serialNumber : target.serialNumber,
    sha256: target.collection.sha256,
    name: "terms",
    size: "1",
    file: "checkpoint",
    number: "1",
    path: "0/000",
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "0");
}

/** The largest bodies that are read: long texts, long lists, deep nesting. */
function hostileBodies(type: string, schema: JsonSchema | undefined): RequestInit["body"][] {
  if (type === "multipart/form-data") return [manyFields(), longHeaders()];
  if (type === "application/x-www-form-urlencoded")
    return ["token=&".repeat(bodyLimit / 7), longText(bodyLimit)];
  if (type !== "application/json") return [Buffer.alloc(bodyLimit - 10, 0x30), longText(bodyLimit - 10)];
  const names = Object.keys(schema?.properties ?? {});
  const share = Math.floor((bodyLimit - 2_000) / Math.max(1, names.length));
  const withEach = (value: unknown) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
  return [
    withEach(longText(share)),
    withEach(Array(Math.floor(share / 3)).fill("")),
    withEach(Array(Math.floor(share / 3)).fill({})),
    withEach(
      Array(Math.floor(share / 61)).fill(Object.fromEntries([..."abcdefghij"].map((key) => [key, 1]))),
    ),
    `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`,
  ];
}

const longText = (length: number) => "x".repeat(length);

function manyFields(): FormData {
  const form = new FormData();
  for (let field = 0; field < 5_000; field += 1) form.append(`field${field}`, "x".repeat(100));
  return form;
}

function longHeaders(): FormData {
  const form = new FormData();
  form.append("file", new Blob([longText(8_000_000)]), longText(10_000));
  return form;
}

const json = { "content-type": "application/json" };

function knownAttacks(target: Target): Attack[] {
  const { collection, serialNumber } = target;
  const post = (path: string, body: string) => (client: Client) =>
    client.request(path, { method: "POST", headers: json, body });
  const get = (path: string) => (client: Client) => client.request(path);
  const list = (files: unknown[], rest: object = { title: "x" }) => JSON.stringify({ ...rest, files });
  const sha256 = "a".repeat(64);
  const names = (length: number) =>
    Array.from({ length: 50_000 }, (_, at) => ({
      name: `${at}/${"n".repeat(length)}`,
      size: at + 1,
      sha256: hashOf(at),
    }));
  const inFolders = Array.from({ length: 50_000 }, (_, at) => ({
    name: `${at}/${"n/".repeat(240)}a`,
    size: 5,
    sha256,
  }));
  const batch = (call: string) => `/api/trpc/${Array(10).fill(call).join(",")}?batch=1`;
  const ids = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, { ids: Array(3_000).fill("") }]));
  return [
    ["nothing, for comparison", () => Bun.sleep(50).then(() => new Response())],
    [
      "lists: 50,000 files, all wrong",
      post("/api/collections", list(Array(50_000).fill({ name: "", size: -1, sha256: "" }))),
    ],
    ["lists: 240,000 empty objects", post("/api/collections", list(Array(240_000).fill({})))],
    ["lists: 50,000 good files, 5 MB", post("/api/collections", list(names(1)))],
    ["lists: 50,000 good files, 30 MB", post("/api/collections", list(names(450)))],
    ["lists: 50,000 folders of 240 levels, 30 MB", post("/api/collections", list(inFolders))],
    ["lists: no JSON, 31 MB", post("/api/collections", `{"title":"${longText(31_000_000)}`)],
    [
      "lists: the other fields, 30 MB",
      post(
        "/api/collections",
        JSON.stringify({ title: longText(15e6), otherParties: longText(15e6), files: [] }),
      ),
    ],
    [
      "lists: 31 levels, 31 MB",
      post(
        "/api/collections",
        `{"title":${`${"[".repeat(30)}"${"y".repeat(100)}"${"]".repeat(30)},`.repeat(190_000)}1}`,
      ),
    ],
    ["batches of ten calls with 3,000 ids", post(batch("documents.removeSeveral"), JSON.stringify(ids))],
    [
      "batches of ten calls without input",
      get(`${batch("documents.list")}&input=${encodeURIComponent('{"0":{"limit":200}}')}`),
    ],
    ["a search with a long text", get(`/api/documents/search?query=${"a%20".repeat(1_500)}`)],
    ["a ZIP of 500 ids", get(`/api/documents.zip?ids=${Array(150).fill(crypto.randomUUID()).join(",")}`)],
    ["a ZIP of all with evidence packs", get("/api/documents.zip?evidence=true")],
    [
      "the evidence pack of 50,000 files",
      () => target.clients[0]?.request(`/api/collections/${collection.id}/evidence`),
    ],
    [
      "SHA256SUMS of 50,000 files",
      () => target.clients[0]?.request(`/api/collections/${collection.id}/sha256sums`),
    ],
    [
      "records of single files",
      () => fetch(`${target.origin}/api/verify/${collection.serialNumber}/files/${collection.sha256}`),
    ],
    ["record pages", () => fetch(`${target.origin}/verify/${serialNumber}`)],
    ["the shared project", post("/api/share/open", JSON.stringify({ token: target.shareToken }))],
    [
      "the shared project as a ZIP with evidence packs",
      (client: Client) =>
        client.request("/api/share/zip", {
          method: "POST",
          body: new URLSearchParams({ token: target.shareToken, evidence: "true" }),
        }),
    ],
    ["the front page", () => fetch(target.origin)],
    ["verify.html", () => fetch(`${target.origin}/verify.html`)],
    [
      "Stripe events without a signature",
      post("/api/stripe/webhook", JSON.stringify({ x: longText(bodyLimit - 100) })),
    ],
    [
      "timestamps",
      () =>
        fetch(`${target.origin}/evidence/tsa`, {
          method: "POST",
          headers: { "content-type": "application/timestamp-query" },
          body: query,
        }),
    ],
  ].map(([name, send]) => ({ name, send }) as Attack);
}

const hashOf = (number: number) => createHash("sha256").update(String(number)).digest("hex");

/** A query for a timestamp (RFC 3161, 2.4.1) of 32 zero bytes. */
const query = Buffer.from(
  `303602010130 31300d060960864801650304020105000420${"00".repeat(32)}`.replace(" ", ""),
  "hex",
);
