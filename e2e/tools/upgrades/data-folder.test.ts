import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder, startTestServer } from "../../../src/testing/test-server.ts";
import { checkBelongings, run } from "./belongings.ts";
import type { Belongings } from "./people.ts";
import { keptArchive } from "./versions.ts";

setDefaultTimeout(600_000);

test("a data folder of the first release is upgraded: its owner signs in with the same password, every file and proof is as it was, and so is the log", async () => {
  const folder = makeTestFolder();
  try {
    await Bun.$`tar -xzf ${keptArchive} -C ${folder} --no-same-owner`;
    const had: Belongings = JSON.parse(readFileSync(join(folder, "belongings.json"), "utf8"));
    const dataDir = join(folder, "data");
    const server = await startTestServer({ config: { dataDir, databaseUrl: undefined } });
    try {
      expect(had.attested).toHaveLength(2);
      const client = await checkBelongings(server.origin, had, folder);
      await client.bytes("/api/documents");
      await run(["verify-log", server.origin]);
    } finally {
      await server.stop();
    }
    expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^attestamp\.before-.*\.sqlite$/));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
