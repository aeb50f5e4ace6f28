import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rotateSigningKey } from "../../platform/keys/keys.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The answer to the last of so many wrong passwords, by a server that starts on this data folder. */
async function guess(times: number): Promise<number> {
  const server = await startTestServer({ config: { dataDir, rateLimitFactor: 1 } });
  let status = 0;
  for (let tries = 0; tries < times; tries += 1)
    status = (await createTestClient(server.origin).login("jane", "a wrong secret")).status;
  await server.stop();
  return status;
}

test("somebody who tried too many passwords may not try again because the server has a new attestation key [threat A11]", async () => {
  expect(await guess(1)).toBe(401);
  expect(await guess(10)).toBe(429);
  rotateSigningKey(dataDir, "attestation");
  expect(await guess(1)).toBe(429);
});

test("somebody who tried too many passwords may not try again because the server was updated [threat A11]", async () => {
  expect(await guess(11)).toBe(429);
  rmSync(join(dataDir, "keys/counters.jwk"));
  expect(await guess(1)).toBe(429);
});
