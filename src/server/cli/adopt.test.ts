import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { adoptSite, removeAdoption } from "../../features/publishing/adopt.service.ts";
import { publishSite } from "../../features/publishing/publish.service.ts";
import { testSiteParts } from "../../features/publishing/test-site-parts.ts";
import { readVerifierKey } from "../../issuing/log/log.service.ts";
import { fillLog } from "../../issuing/log/test-log.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { describeAdopted } from "./adopt.ts";

test("adopt says whose word stands behind the keys of the folder, and lists those that no one vouches for", async () => {
  const ended = await startTestServer();
  await fillLog(ended.deps, 1);
  const folder = makeTestFolder();
  await publishSite(ended.deps, { folder, hashesOnly: false, parts: testSiteParts, onProgress: () => {} });
  const [kid, logKey] = [ended.deps.signingKeys.current.kid, await readVerifierKey(ended.deps)];
  await ended.stop();
  const adopter = await startTestServer();
  const say = async (isNamed: boolean, withoutStatement = false) => {
    const adopted = await adoptSite(adopter.deps, { folder, withoutStatement, ...(isNamed && { logKey }) });
    await removeAdoption(adopter.deps, ended.origin);
    return describeAdopted(adopted, { origin: adopter.origin, isNamed }).join("\n");
  };
  const named = await say(true);
  expect(named).toContain("Its log has the key that you named.\nThat key signed the address");
  expect(named).toContain("the hash of every record");
  expect(named).not.toContain(kid);
  expect(await say(false)).toContain(
    `Compare it with the one in the README of an older evidence pack: ${logKey}\nThat key`,
  );
  rmSync(join(folder, "evidence/log/keys"));
  await expect(say(true)).rejects.toThrow("or someone removed the statement");
  const older = await say(true, true);
  expect(await say(false)).toContain(`signing key ${kid}`);
  expect(older).toContain(
    "an earlier version published it, or someone removed the statement. The key of the log does not vouch for these",
  );
  expect(older).toContain(`signing key ${kid}`);
  expect(older).toContain("Nor does it vouch for which records there are");
  await adopter.stop();
  rmSync(folder, { recursive: true });
});
