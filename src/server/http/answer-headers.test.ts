import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { webhookEvents } from "../../../db/columns/webhooks.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { newPerson, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { OpenApi } from "./openapi/openapi.ts";

let server: TestServer;
/** Three lookups a minute for each address, and five uploads in five minutes for each account. */
const rateLimitFactor = 0.05;

beforeAll(async () => {
  server = await startTestServer({ config: { rateLimitFactor } });
});
afterAll(() => server.stop());

test("a program reads a list to its end by following the links to the next page", async () => {
  const owner = await newPerson(server);
  const sent = ["a.pdf", "b.pdf", "c.pdf"];
  for (const name of sent) await uploadFile(owner, name);
  for (const start of ["/api/documents?limit=2", "/api/documents/search?limit=2&query=.pdf&sort=name"]) {
    const names: string[] = [];
    let pages = 0;
    for (let next: string | undefined = start; next; pages += 1) {
      const answer = await owner.get(next);
      const read: unknown = JSON.parse(answer.text);
      const documents: { originalName: string }[] = Array.isArray(read) ? read : Object(read).documents;
      names.push(...documents.map(({ originalName }) => originalName));
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect([start, names.toSorted(), pages]).toEqual([start, sent, 2]);
  }
});

test("answers say what is left of a limit, also when nothing is left, and are the same for a refusal", async () => {
  const visitor = createTestClient(server.origin);
  const left: string[] = [];
  for (const status of [404, 404, 404, 429]) {
    const answer = await visitor.get("/api/verify/AT-00000-00000-00000-00000");
    expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([
      status,
      '"verifications-per-address";q=3;w=60',
    ]);
    left.push(
      /^"verifications-per-address";r=(\d+);t=\d+$/.exec(answer.headers.get("ratelimit") ?? "")?.[1] ?? "",
    );
  }
  expect(left).toEqual(["2", "1", "0", "0"]);
});

test("[threat A12] no header of a sign-in says how often someone else tried", async () => {
  const visitor = createTestClient(server.origin);
  const answer = await visitor.login("unknown-name");
  expect([answer.status, answer.headers.get("ratelimit"), answer.headers.get("ratelimit-policy")]).toEqual([
    401,
    null,
    null,
  ]);
});

test("the description has one style of operation ids, all webhook events, and the headers of answers", async () => {
  const api: OpenApi = JSON.parse((await createTestClient(server.origin).get("/api/openapi.json")).text);
  const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
  expect(ids).toContain("documents.getCertificate");

  expect(Object.keys(api.webhooks)).toEqual([...webhookEvents]);
  const schema = api.webhooks["document.completed"]?.post?.requestBody?.content["application/json"]?.schema;
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: "api", components: api.components });
  const hash = "ab".repeat(32);
  const data = { id: "1", status: "completed", serialNumber: "AT-1", sha256: hash, stampedSha256: hash };
  const body = {
    type: "document.completed",
    timestamp: "2026-11-29T04:00:00.000Z",
    data: { ...data, certificateSha256: hash, errorMessage: null, processedAt: "2026-11-29T04:00:00.000Z" },
  };
  const isValid = ajv.compile({ $ref: String(schema?.$ref).replace("#", "api#") });
  expect([isValid(body), isValid({ ...body, type: "other" })]).toEqual([true, false]);

  const list = api.paths["/api/documents"]?.get?.responses;
  expect(Object.keys(list?.[200]?.headers ?? {})).toEqual(["Link"]);
  expect(Object.keys(list?.[401]?.headers ?? {})).toEqual(["WWW-Authenticate"]);
  const uploaded = api.paths["/api/documents/upload"]?.post?.responses;
  expect(Object.keys(uploaded?.[429]?.headers ?? {})).toEqual([
    "Retry-After",
    "RateLimit-Policy",
    "RateLimit",
  ]);
});
