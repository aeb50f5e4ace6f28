import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfExec } from "../../platform/self-exec.ts";
import { freePort } from "../../testing/free-port.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

let dataDir: string;
let temporary: string;
beforeEach(() => {
  dataDir = makeTestFolder();
  temporary = makeTestFolder();
  mkdirSync(join(dataDir, "site"));
});
afterEach(() => {
  for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, content: string) => writeFileSync(join(dataDir, "site", name), content);

const stripe = { STRIPE_SECRET_KEY: "sk_live_real", STRIPE_PUBLISHABLE_KEY: "pk_live_real" };

function startPreview(port: number, payments: Partial<typeof stripe> = stripe) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    CACHE_DIR: join(temporary, "cache"),
    ...payments,
    ADMIN_USERNAME: "boss",
    ADMIN_PASSWORD: "long enough for us",
  };
  const words = ["site", "preview", "--port", String(port)];
  return Bun.spawn([...selfExec, ...words], { env, stdout: "pipe", stderr: "pipe" });
}

test("a preview shows the folder as it is at every reload, changes nothing in DATA_DIR, and leaves nothing behind", async () => {
  const port = await freePort();
  put("site.json", '{ "plans": { "payper": { "price": 3.49 } } }');
  const preview = startPreview(port);
  const reader = preview.stdout.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain(`is at http://localhost:${port}\n`);
  const origin = `http://localhost:${port}`;
  const visitor = createTestClient(origin);
  const price = async () => (await visitor.get("/api/subscription/plans")).body.payper;
  expect(await price()).toMatchObject({ price: 349 });

  put("site.json", '{ "name": "Harbor Notary", "plans": { "payper": { "price": 12.5 } } }');
  put("privacy.md", "# Privacy\n\nWe keep little.");
  expect(await price()).toMatchObject({ price: 1250 });
  expect((await visitor.get("/api/legal/privacy")).body).toMatchObject({ title: "Privacy" });

  put("site.json", '{ "name": "", "plans": {} }');
  const wrong = await visitor.get("/");
  expect(wrong.status).toBe(500);
  expect(wrong.text).toContain("site.json: name: Please write at least one character");
  put("site.json", "{}");
  expect(await price()).toMatchObject({ price: 299 });

  const account = { username: "ann", password: "correct horse", firstName: "Ann", lastName: "Lee" };
  expect((await visitor.post("/api/auth/register", account)).status).toBe(200);
  const paid = await visitor.post("/api/subscription/create", { plan: "bundle" });
  expect(paid).toMatchObject({ status: 503, body: { code: "payment-service-unavailable" } });
  const boss = { username: "boss", password: "long enough for us" };
  expect((await createTestClient(origin).post("/api/auth/login", boss)).status).toBe(401);

  preview.kill("SIGTERM");
  expect(await preview.exited).toBe(0);
  expect(readdirSync(dataDir)).toEqual(["site"]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("attestamp-preview"))).toEqual([]);
});

test("a preview without payments says why it shows no prices, and where to read them", async () => {
  const preview = startPreview(await freePort(), {});
  const { value } = await preview.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("prices only once Stripe is set up (STRIPE_SECRET_KEY)");
  preview.kill("SIGTERM");
  expect(await preview.exited).toBe(0);
});

test("an invalid folder is not shown, and nothing is left behind", async () => {
  put("site.json", '{ "colour": "red" }');
  const preview = startPreview(await freePort());
  expect(await preview.exited).toBe(1);
  expect(await new Response(preview.stderr).text()).toContain('site.json: "colour" is not known.');
  expect(readdirSync(temporary)).toEqual([]);
});
