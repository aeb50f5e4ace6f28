import { expect, test } from "bun:test";
import type { Config } from "../../features/config.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer } from "../../testing/test-server.ts";

async function readSecurityText(config: Partial<Config>) {
  await using stack = new AsyncDisposableStack();
  const server = await startTestServer({ config, deps: { now: () => Date.UTC(2026, 10, 22, 13) } });
  stack.defer(() => server.stop());
  return await createTestClient(server.origin).get("/.well-known/security.txt");
}

test("security.txt has the operator's contact, expiry and canonical address, as RFC 9116 requires", async () => {
  const { status, headers, text } = await readSecurityText({
    supportEmail: "security+stamps@example.org",
    origin: "https://stamps.example.org",
  });
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(text.split("\n")).toEqual([
    "Contact: mailto:security+stamps@example.org",
    "Expires: 2027-02-20T00:00:00.000Z",
    "Canonical: https://stamps.example.org/.well-known/security.txt",
    "",
  ]);
});

test("a server without https states no canonical address, which must be an https address", async () => {
  const { text } = await readSecurityText({ supportEmail: "help@example.org" });
  expect(text).toBe("Contact: mailto:help@example.org\nExpires: 2027-02-20T00:00:00.000Z\n");
});

test("without SUPPORT_EMAIL there is no security.txt", async () => {
  expect((await readSecurityText({})).status).toBe(404);
});
