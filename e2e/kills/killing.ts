import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Product, startProduct } from "../support/product.ts";
import { writeTextPdf } from "../support/samples.ts";
import { beCustomer, Promises } from "./customers.ts";

export type Kill = {
  number: number;
  /** From the start of the server to its death. */
  aliveMs: number;
  /** From the next start to its first answer. */
  startMs: number;
  /** Documents that were completed so far. */
  completed: number;
  /** What was not as it must be after the next start. */
  faults: string[];
};

const customers = 4;
const shortestMs = 100;
const longestMs = 3_000;

/**
 * Kills a server under load at random moments, again and again, and after each start asks whether everything holds:
 * what customers were told, and all that `doctor` looks at. In the end all work is done.
 */
export async function* killAtRandom(kills: number): AsyncGenerator<Kill> {
  const scratch = mkdtempSync(join(tmpdir(), "attestamp-kills-"));
  const dataDir = join(scratch, "data");
  const path = join(scratch, "lease.pdf");
  await writeTextPdf(path, 20);
  const promises = new Promises();
  let server = await start(dataDir);
  let isOver = false;
  const busy = Array.from({ length: customers }, () =>
    beCustomer(server.origin, path, promises, () => isOver),
  );
  try {
    for (let number = 1; number <= kills; number += 1) {
      const aliveMs = Math.round(shortestMs + Math.random() * (longestMs - shortestMs));
      await Bun.sleep(aliveMs);
      await server.kill();
      const began = performance.now();
      server = await start(dataDir, { PORT: new URL(server.origin).port });
      const startMs = Math.round(performance.now() - began);
      if (number === kills) {
        isOver = true;
        await Promise.all(busy);
      }
      await promises.check(number === kills ? "all" : "new");
      const faults = [...promises.faults.splice(0), ...(await askDoctor(dataDir))];
      yield { number, aliveMs, startMs, completed: promises.completed, faults };
    }
  } finally {
    isOver = true;
    await server.kill();
    await Promise.all(busy);
    rmSync(scratch, { recursive: true, force: true });
  }
}

function start(dataDir: string, more: Record<string, string> = {}): Promise<Product> {
  const command = [process.execPath, "src/main.ts", "serve"];
  return startProduct({ ...settings, ...more }, { command, dataDir, dataDirInside: dataDir });
}

const settings = { CONVERTER: "off", LOG_LEVEL: "silent" };

/** Everything that does not hold in the data folder of a running server. */
async function askDoctor(dataDir: string): Promise<string[]> {
  const child = Bun.spawn([process.execPath, "src/main.ts", "doctor"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return [];
  return [...said.split(/^(?=ok|note|WRONG)/m).filter((part) => part.startsWith("WRONG")), complained];
}
