import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createTestClient } from "../../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let server: TestServer;
let page: Awaited<ReturnType<ReturnType<typeof createTestClient>["get"]>>;
beforeAll(async () => {
  server = await startTestServer({
    config: {
      productName: "Stamps <& Co>",
      accent: { "--brand": { light: "#123456", dark: "#abcdef" } },
      logo: { type: "image/svg+xml", bytes: Buffer.from("<svg/>"), width: 1, height: 1 },
    },
  });
  page = await createTestClient(server.origin).get("/api/docs");
});
afterAll(() => server.stop());

test("the page shows every call of the description, with a command for each", async () => {
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  const { body } = await createTestClient(server.origin).get("/api/openapi.json");
  for (const methods of Object.values(Object(body.paths))) {
    for (const { operationId } of Object.values<{ operationId: string }>(Object(methods))) {
      expect(page.text).toContain(`id="${operationId}"`);
    }
  }
  const calls = page.text.match(/<details/g)?.length;
  expect(page.text.match(/<pre tabindex="0"><code>curl/g)).toHaveLength(calls ?? 0);
  expect(page.text).toContain(`${server.origin}/api/documents/ID/process`);
});

test("every link inside the page has a target", () => {
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBe([...page.text.matchAll(/ id="/g)].length);
});

test("the page has the operator's logo, name and colors, like the pages of the product", async () => {
  const [, src = ""] = /<img src="([^"]+)" alt="" height="36" \/>/.exec(page.text) ?? [];
  const logo = await createTestClient(server.origin).get(src);
  expect([logo.status, logo.text]).toEqual([200, "<svg/>"]);
  expect(page.text).toContain('<span class="name">Stamps &lt;&amp; Co&gt;</span></a>');
  expect(page.text).toContain(":root:root{--brand:light-dark(#123456,#abcdef)}</style>");
  const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(page.text) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("the page runs no scripts, and all inserted content is text", () => {
  expect(page.text).not.toContain("<script");
  expect(page.text).toContain("<title>Stamps &lt;&amp; Co&gt; API</title>");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[\w+/]+='; font-src 'self'/,
  );
});
