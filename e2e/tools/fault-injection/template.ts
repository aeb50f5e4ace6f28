import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import { register } from "../../../src/features/accounts/accounts.service.ts";
import { createAdmin } from "../../../src/features/accounts/operator.service.ts";
import type { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";
import { stamp, upload } from "./flows/steps.ts";
import { startMachines, startWorld } from "./world.ts";

/** Fills an empty data folder: an admin called root, and jane, who has one stamped document. */
export async function fillTemplate(folder: string, children: WorkerPool): Promise<void> {
  const deps = await createDeps(testConfig({ dataDir: folder }));
  const password = "correct horse";
  await createAdmin(deps, "root", password);
  const jane = { username: "jane", password, firstName: "Jane", lastName: "Doe" };
  await register(deps, jane, { address: "127.0.0.1", deviceToken: null });
  sqliteOf(deps.db).exec(
    "UPDATE users SET email = 'jane@example.org', email_key = 'jane@example.org', email_confirmed_at = 1 WHERE username = 'jane'",
  );
  await closeDatabase(deps.db);
  const machines = await startMachines();
  const world = await startWorld(folder, machines, children);
  await stamp(world, await upload(world, "old.pdf"));
  await world.end();
  await machines.stop();
}
