import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Logo } from "../../features/config.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { buildAccent } from "../site/accent.ts";
import { createApp } from "./app.ts";
import { fileOf } from "./built-page.ts";
import { logoPath } from "./logo-file.ts";
import { withSettings } from "./page-settings.ts";

const logo: Logo = {
  type: "image/svg+xml",
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48"/>'),
  width: 64,
  height: 48,
};
const english = { language: "en" as const, title: "What we keep", html: "<p>Little.</p>" };
const spanish = { language: "es" as const, title: "Lo que guardamos", html: "<p>Poco.</p>" };

let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { logo, legalTexts: { privacy: { en: english, es: spanish }, terms: { en: english } } },
  });
  plain = await startTestServer();
});
afterAll(() => Promise.all([server.stop(), plain.stop()]));

test("the logo's address depends on its content, it is cached forever, and it can neither run nor load anything", async () => {
  const path = logoPath({ logo }) ?? "";
  expect(path).toMatch(/^\/site\/logo-[0-9a-f]{16}\.svg$/);
  const answer = await fetch(server.origin + path);
  expect(await answer.text()).toBe(logo.bytes.toString());
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  const changed = logoPath({ logo: { ...logo, bytes: Buffer.from("other") } });
  expect(changed).not.toBe(path);
});

test("the logo is served at no other address, and a server without a logo serves none", async () => {
  for (const [origin, path] of [
    [server.origin, "/site/logo-0000000000000000.svg"],
    [server.origin, "/site/site.json"],
    [server.origin, "/site/..%2fsite.json"],
    [plain.origin, logoPath({ logo })],
  ])
    expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404]);
  expect(logoPath({ logo: undefined })).toBeNull();
});

test("legal texts are served in the requested language, or in English", async () => {
  const client = createTestClient(server.origin);
  const ask = async (path: string) => {
    const { status, body } = await client.get(path);
    return [status, body.title ?? body.code];
  };
  expect(await ask("/api/legal/privacy")).toEqual([200, "What we keep"]);
  expect(await ask("/api/legal/privacy?language=es")).toEqual([200, "Lo que guardamos"]);
  expect(await ask("/api/legal/terms?language=es")).toEqual([200, "What we keep"]);
  expect((await ask("/api/legal/privacy?language=fr"))[0]).toBe(400);
  expect((await ask("/api/legal/imprint"))[0]).toBe(400);
  expect(await createTestClient(plain.origin).get("/api/legal/privacy")).toMatchObject({
    status: 404,
    body: { code: "legal-text-not-found" },
  });
});

const html =
  '<html><head><link rel="icon" href="/icon.svg" type="image/svg+xml"></head><div id="root"></div></html>';
const index = fileOf(Buffer.from(html), "text/html");
const indexPage = new Map([["/index.html", index]]);

test("the pages of legal texts exist where the operator has written them", async () => {
  const statusOf = async ({ deps }: TestServer, path: string) =>
    (await createApp(deps, indexPage).request(path, {}, {})).status;
  for (const path of ["/privacy", "/terms", "/privacy/"]) {
    expect([path, await statusOf(server, path)]).toEqual([path, 200]);
    expect([path, await statusOf(plain, path)]).toEqual([path, 404]);
  }
});

test("the accent color is a single inline style that the strict policy allows by its hash, and a square logo is used as the tab's icon", async () => {
  const built = buildAccent({ light: "#7a1f5c" });
  const accent = "accent" in built ? built.accent : undefined;
  const config = { ...server.deps.config, accent };
  const deps = { ...server.deps, config };
  const answer = await createApp(deps, withSettings(indexPage, config)).request(
    "/",
    {},
    { address: "127.0.0.1" },
  );
  const page = await answer.text();
  const [, style = ""] = /<style>(.*?)<\/style>/.exec(page) ?? [];
  expect(style).toStartWith(":root:root{--brand:light-dark(#7a1f5c,#");
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(answer.headers.get("content-security-policy")).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(page).toContain(`href="${logoPath({ logo })}"`);
  const wide = { ...config, logo: { ...logo, width: 200 } };
  const other = createApp({ ...deps, config: wide }, withSettings(indexPage, wide));
  expect(await (await other.request("/", {}, {})).text()).toContain('href="/icon.svg"');
});
