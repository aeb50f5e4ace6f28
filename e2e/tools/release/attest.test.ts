import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToken } from "../../../src/features/accounts/access-tokens.service.ts";
import { insertUser } from "../../../src/features/accounts/accounts.repo.ts";
import { startWorkingServer } from "../../../src/testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../../src/testing/test-server.ts";
import { attest, attestingServer } from "./attest.ts";

setDefaultTimeout(600_000);

const folder = makeTestFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newToken(): Promise<string> {
  const user = {
    id: crypto.randomUUID(),
    username: "releases",
    firstName: "Jane",
    lastName: "Doe",
    email: null,
    isAdmin: false,
  };
  const row = { ...user, usernameKey: user.username, passwordHash: "none", createdAt: new Date() };
  await insertUser(server.deps.db, row);
  const scopes = ["documents:write", "collections:read", "collections:write"] as const;
  return (await createToken(server.deps, user, { name: "releases", scopes: [...scopes] })).token;
}

test("a server attests all files of a release, and its pack confirms each of them", async () => {
  writeFileSync(join(folder, "SHA256SUMS"), "sums\n");
  writeFileSync(join(folder, "attestamp-1.1.0-linux-x64.tar.gz"), "program");
  const access = { ATTESTAMP_SERVER: server.origin, ATTESTAMP_TOKEN: await newToken() };
  expect(attestingServer(access)).toEqual(access);
  expect(await attest(folder, "Attestamp 1.1.0", access)).toContain(": AT-");
  const added = readdirSync(folder).filter((name) => /\.(pdf|zip)$/.test(name));
  expect(added).toHaveLength(2);
  const pack = join(folder, added.find((name) => name.endsWith(".zip")) ?? "");
  const program = join(import.meta.dir, "../../../src/main.ts");
  const archive = join(folder, "attestamp-1.1.0-linux-x64.tar.gz");
  const words = ["verify", pack, archive, "--origin", server.origin, "--level", "own-clock"];
  const verified = await Bun.$`${process.execPath} ${program} ${words}`.quiet().nothrow();
  expect([verified.exitCode, String(verified.stderr)]).toEqual([0, ""]);
});

test("a token that the server does not know attests nothing, and says so", async () => {
  const access = { ATTESTAMP_SERVER: server.origin, ATTESTAMP_TOKEN: "unknown" };
  await expect(attest(folder, "Attestamp", access)).rejects.toThrow("The release was not attested:");
});

test("without a server and a token in the environment, no one attests the release", () => {
  expect(attestingServer({ ATTESTAMP_SERVER: "https://stamps.example.org" })).toBeUndefined();
});
