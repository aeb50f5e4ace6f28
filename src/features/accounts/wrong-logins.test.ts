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

/** The response to the last of this many wrong passwords, from a server started on this data folder. */
async function guess(times: number): Promise<number> {
  const server = await startTestServer({ config: { dataDir, rateLimitFactor: 1 } });
  let status = 0;
  for (let tries = 0; tries < times; tries += 1)
    status = (await createTestClient(server.origin).login("jane", "a wrong secret")).status;
  await server.stop();
  return status;
}

test("after too many wrong passwords, a new attestation key does not allow more attempts [threat A11]", async () => {
  expect(await guess(1)).toBe(401);
  expect(await guess(10)).toBe(429);
  rotateSigningKey(dataDir, "attestation");
  expect(await guess(1)).toBe(429);
});

test("after too many wrong passwords, a server update does not allow more attempts [threat A11]", async () => {
  expect(await guess(11)).toBe(429);
  rmSync(join(dataDir, "keys/counters.jwk"));
  expect(await guess(1)).toBe(429);
});
