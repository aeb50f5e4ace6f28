import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { restCalls } from "./rest.ts";
import { procedures as kept } from "./router.ts";
import { type Access, everyRoute, getAccess, listRoutes } from "./test-routes.ts";

/**
 * The access to procedures without a REST call; the others have the access of their route. A procedure that has neither
 * fails the first test and must be added here.
 */
const procedures: Record<string, Access> = {
  ...Object.fromEntries(
    restCalls.map(({ method, path, procedure }) => [procedure, getAccess(`${method} ${path}`)]),
  ),
  "documents.accepted": "signed in",
  "documents.start": "signed in",
  "verification.verify": "anyone",
};

let server: TestServer;
let anonymous: TestClient;
let user: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  anonymous = createTestClient(server.origin);
  user = createTestClient(server.origin);
  await user.register();
});
afterAll(() => server.stop());

test("every procedure and every route has a decision about who may call it [spec 6 every-call] [threat C1] [threat C3]", () => {
  expect(Object.keys(procedures).toSorted()).toEqual(Object.keys(kept).toSorted());
  expect(Object.keys(everyRoute).toSorted()).toEqual(listRoutes(server.deps).toSorted());
});

test("a path that names a document, or is for administrators, says so, whatever its call states [threat C1] [threat C3]", () => {
  const expected = [
    [/^\w+ \/api\/(?:documents|collections)\/:id(?:\/|$)/, "one document"],
    [/^\w+ \/api\/admin\//, "clients, for admins"],
  ] as const;
  for (const [pattern, about] of expected) {
    const routes = listRoutes(server.deps).filter((route) => pattern.test(route));
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((route) => everyRoute[route]?.about !== about)).toEqual([]);
  }
});

test("REST calls with GET only read, all others change something [threat B3]", () => {
  for (const { method, path, procedure } of restCalls) {
    const kind = method === "GET" ? "query" : "mutation";
    expect([path, kept[procedure]?._def.type]).toEqual([path, kind]);
  }
});

test("procedures check access before input [spec 6 procedures] [threat C3]", async () => {
  for (const [name, access] of Object.entries(procedures)) {
    const isQuery = kept[name]?._def.type === "query";
    const path = `/api/trpc/${name}`;
    await expectAccess(name, access, (client) => (isQuery ? client.get(path) : client.post(path)));
  }
});

test("routes check access before input [spec 6 routes] [threat C3]", async () => {
  for (const route of Object.keys(everyRoute)) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:\w+/g, "unknown");
    if (!path.includes("*"))
      await expectAccess(route, getAccess(route), (client) => client.send(method, path));
  }
});

async function expectAccess(
  call: string,
  access: Access,
  send: (client: TestClient) => Promise<{ status: number }>,
): Promise<void> {
  const withoutAccount = (await send(anonymous)).status;
  if (access === "anyone") return expect([call, [401, 403].includes(withoutAccount)]).toEqual([call, false]);
  expect([call, withoutAccount]).toEqual([call, 401]);
  const withAccount = (await send(user)).status;
  if (access === "admin") return expect([call, withAccount]).toEqual([call, 403]);
  expect([call, [401, 403].includes(withAccount)]).toEqual([call, false]);
}
