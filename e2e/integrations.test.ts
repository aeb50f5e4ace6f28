import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { TestClient } from "../src/testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../src/testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../src/testing/test-server.ts";
import { packNpmPackage } from "./tools/release/npm/package.ts";

setDefaultTimeout(600_000);

const samples = join(import.meta.dir, "../integrations");
let server: TestServer;
let owner: TestClient;
let token: string;
let folder: string;
/** The bodies that were sent to the webhook's address, in their order. */
let received: { path: string; body: unknown }[];
let onReceived: () => void = () => undefined;
let receiver: Bun.Server<undefined>;

const scopes = ["documents", "collections", "webhooks"].flatMap((what) => [`${what}:read`, `${what}:write`]);

beforeAll(async () => {
  server = await startWorkingServer({ config: { webhookPrivate: true } });
  receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push({ path: new URL(request.url).pathname, body: await request.json() });
      onReceived();
      return new Response();
    },
  });
});
afterAll(async () => {
  await receiver.stop(true);
  await server.stop();
});
beforeEach(async () => {
  received = [];
  owner = await newPerson(server);
  token = String((await owner.post("/api/tokens", { name: "sample", scopes, exactScopes: true })).body.token);
});

/** Stamps a document, and resolves with what its webhook sent. */
async function stampAndReceive() {
  const arrived = new Promise<void>((resolve) => {
    onReceived = resolve;
  });
  const { id } = await uploadFile(owner);
  await processFile(owner, id);
  await arrived;
  return { id, ...received[0] };
}

type Step = { id?: string; if?: string; run: string; env: Record<string, string> };

test("the GitHub Action attests the files of a release, and adds the results to it", async () => {
  folder = makeTestFolder();
  const { runs, inputs } = Object(
    Bun.YAML.parse(readFileSync(join(samples, "github-action/action.yml"), "utf8")),
  );
  mkdirSync(join(folder, "release"));
  writeFileSync(join(folder, "release/program.tar.gz"), "a program");
  mkdirSync(join(folder, "bin"));
  // Stands for GitHub's command line, which the runner has.
  writeFileSync(join(folder, "bin/gh"), '#!/bin/sh\necho "$@" >uploaded\n');
  chmodSync(join(folder, "bin/gh"), 0o755);
  const given: Record<string, string> = {
    "inputs.server": server.origin,
    "inputs.token": token,
    "inputs.files": "release",
    "inputs.title": 'Release "$(touch injected)" 1.0',
    "inputs.results": inputs.results.default,
    "inputs.release": "v1.0",
    "inputs.package": await packNpmPackage(folder, "1.0.0"),
    "github.token": "none",
  };
  const steps: Step[] = runs.steps;
  for (const step of steps) {
    expect(step.run).not.toContain("${{");
    const values = Object.entries(step.env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => given[expression] ?? "not given"),
    ]);
    const runner = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_REPOSITORY: "owner/name" };
    const path = `${join(folder, "bin")}:${process.env.PATH}`;
    const child = Bun.spawn(["bash", "-e", "-c", step.run], {
      cwd: folder,
      env: { ...Object.fromEntries(values), ...runner, PATH: path, npm_config_offline: "true" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const complaint = await new Response(child.stderr).text();
    expect([await child.exited, complaint]).toEqual([0, expect.any(String)]);
  }
  expect(readFileSync(join(folder, "output"), "utf8")).toMatch(/^serial-number=AT(-[0-9A-Z]{5}){4}\n$/);
  expect(readFileSync(join(folder, "uploaded"), "utf8")).toMatch(
    /^release upload v1\.0 .*SHA256SUMS.* --repo owner\/name\n$/,
  );
  expect(readdirSync(join(folder, "attestation"))).toHaveLength(3);
  expect(readdirSync(folder)).not.toContain("injected");
  rmSync(folder, { recursive: true });
});

type Node = { name: string; type: string; parameters: Record<string, string> };
type Workflow = { nodes: Node[]; connections: Record<string, { main: { node: string }[][] }> };

/** Runs the nodes after a trigger as n8n does, and returns what the last one answered. */
async function runWorkflow(
  { nodes, connections }: Workflow,
  trigger: string,
  item: unknown,
): Promise<Response> {
  const env: Record<string, string> = {
    ATTESTAMP_SERVER: server.origin,
    WEBHOOK_URL: `http://127.0.0.1:${receiver.port}`,
  };
  const find = (path: string, from: unknown): unknown =>
    path.split(".").reduce((value: unknown, name) => Object(value)[name], from);
  let answer = Response.json(item);
  for (
    let next = connections[trigger]?.main[0]?.[0]?.node;
    next;
    next = connections[next]?.main[0]?.[0]?.node
  ) {
    const node = nodes.find(({ name }) => name === next);
    expect(node).toMatchObject({
      type: "n8n-nodes-base.httpRequest",
      parameters: { genericAuthType: "httpBearerAuth" },
    });
    const json: unknown = await answer.json();
    const fill = (text = "") =>
      text
        .replace(/^=/, "")
        .replace(/\{\{ (.+?) \}\}/g, (_, path: string) => String(find(path, { $env: env, $json: json })));
    const { url, method = "GET", jsonBody } = node?.parameters ?? {};
    const body = jsonBody === undefined ? undefined : fill(jsonBody);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    answer = await fetch(fill(url), { method, headers, body });
    expect([next, answer.status]).toEqual([next, 200]);
  }
  return answer;
}

test("the n8n workflow subscribes, and fetches the certificate of a stamped document", async () => {
  const workflow: Workflow = JSON.parse(readFileSync(join(samples, "n8n/certificates.json"), "utf8"));
  const hook = workflow.nodes.find(({ type }) => type === "n8n-nodes-base.webhook");
  await runWorkflow(workflow, "Once, by hand", {});
  const { path, body } = await stampAndReceive();
  expect(path).toBe(`/webhook/${hook?.parameters.path}`);
  const certificate = await runWorkflow(workflow, String(hook?.name), { body });
  expect((await certificate.text()).slice(0, 5)).toBe("%PDF-");
});

test("the Zapier app signs in, subscribes, reads stamped documents, attests a file and unsubscribes", async () => {
  const app = createRequire(import.meta.url)(join(samples, "zapier/app.js"));
  const authData = { server: `${server.origin}/`, token };
  const run = (perform: (z: object, bundle: object) => Promise<unknown>, more: object = {}) => {
    const bundle = { authData, ...more };
    const z = {
      async request({ method, url, body }: { method: string; url: string; body?: object }) {
        const request = { headers: { "content-type": "application/json" } };
        for (const change of app.beforeRequest) change(request, z, bundle);
        const init = { ...request, method, body: body && JSON.stringify(body) };
        const answer = await fetch(url, init);
        expect([url, answer.status]).toEqual([url, 200]);
        return { data: await answer.json() };
      },
    };
    return perform(z, bundle);
  };
  const { operation } = app.triggers.document_stamped;
  expect(await run(app.authentication.test)).toMatchObject({ username: expect.any(String) });
  const targetUrl = `http://127.0.0.1:${receiver.port}/zap`;
  const subscribeData = await run(operation.performSubscribe, { targetUrl });
  const { id, body } = await stampAndReceive();
  expect(await run(operation.perform, { cleanedRequest: body })).toMatchObject([{ id, status: "completed" }]);
  expect(await run(operation.performList)).toMatchObject([{ id }]);
  const inputData = { title: "Roof", name: "roof.jpg", size: 6, sha256: "ab".repeat(32) };
  const attested = await run(app.creates.attest_file.operation.perform, { inputData });
  expect(attested).toMatchObject({ title: "Roof" });
  await run(operation.performUnsubscribe, { subscribeData });
  expect((await owner.get("/api/webhooks")).text).toBe("[]");
});
