import { afterEach, expect, test } from "bun:test";
import { z } from "zod";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { processFile, uploadFile } from "../../testing/test-documents.ts";
import { startTestProgram } from "../../testing/test-program.ts";

/** What a collector accepts: OTLP 1.7 in JSON, as far as these tests read it. */
const attributes = z.array(
  z.object({ key: z.string(), value: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }),
);
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes,
  status: z.object({ code: z.number() }),
});
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

type Collected = { path: string; key: string | null; text: string };

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function startCollector(status = 200) {
  const collected: Collected[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      collected.push({
        path: pathname,
        key: request.headers.get("authorization"),
        text: await request.text(),
      });
      return Response.json({}, { status });
    },
  });
  stops.push(() => server.stop(true));
  return { collected, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}` } };
}

async function stampOne(settings: Record<string, string>) {
  const program = await startTestProgram(settings);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await program.stop();
    isStopped = true;
  };
  stops.push(stop);
  const client = createTestClient(program.origin);
  expect((await client.register()).status).toBe(200);
  await client.post("/api/auth/forgot-password", { account: "forgetful@example.org" });
  const { id } = await uploadFile(client, "secret lease.pdf");
  const document = await processFile(client, id);
  expect(document.status).toBe("completed");
  await createTestClient(program.origin).get(`/share/${"s".repeat(43)}`);
  expect((await client.get("/api/documents/none")).status).toBe(404);
  return { document, stop };
}

test("a collector sees what a document took: its requests, its job and the work of the child process, and no names", async () => {
  const { collected, settings } = startCollector();
  const { document, stop } = await stampOne({
    ...settings,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-key",
  });
  await stop();

  expect(collected.every(({ path, key }) => path === "/v1/traces" && key === "Bearer collector-key")).toBe(
    true,
  );
  const sent = collected.flatMap(({ text }) => traces.parse(JSON.parse(text)).resourceSpans);
  expect(sent[0]?.resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "attestamp" },
  });
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  expect(spans.map(({ name }) => name)).toContain("GET /api/documents/:id");
  const named = (name: string) => {
    const found = spans.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no span "${name}" in: ${spans.map(({ name }) => name)}`);
    return found;
  };
  const upload = named("POST /api/documents/upload");
  const job = named("stamp-document");
  const child = named("child stamp");
  expect(upload.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  expect(job.attributes).toContainEqual({
    key: "attestamp.job.subject",
    value: { stringValue: document.id },
  });
  expect([upload.parentSpanId, job.parentSpanId, child.parentSpanId]).toEqual([
    undefined,
    undefined,
    job.spanId,
  ]);
  expect(child.traceId).toBe(job.traceId);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);

  const texts = collected.map(({ text }) => text).join("\n");
  expect(spans.map(({ name }) => name)).toContain("password.reset");
  for (const personal of [
    ...[jane.username, jane.password, "secret lease", "forgetful@example.org"],
    ...["s".repeat(43), "127.0.0.1:"],
  ])
    expect(texts).not.toContain(personal);
});

test("a collector that refuses everything changes nothing for a user, and delays no stop", async () => {
  const { collected, settings } = startCollector(503);
  const { stop } = await stampOne(settings);
  await stop();
  expect(collected.length).toBeGreaterThan(0);
});
