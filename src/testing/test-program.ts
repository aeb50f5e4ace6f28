import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { makeTestFolder } from "./test-server.ts";

export type TestProgram = {
  origin: string;
  /** The memory of the server itself, without its children. */
  residentBytes: () => number;
  /** Its peak memory. */
  peakBytes: () => number;
  stop: () => Promise<void>;
};

/** The product as a separate process, so that its memory can be measured; `stop` deletes its data folder. */
export async function startTestProgram(settings: Record<string, string> = {}): Promise<TestProgram> {
  const dataDir = makeTestFolder();
  const origin = `http://127.0.0.1:${await freePort()}`;
  const defaults = { PORT: new URL(origin).port, HOST: "127.0.0.1", DATA_DIR: dataDir, CONVERTER: "off" };
  const environment = Object.entries({ ...defaults, ANCHORS: "off", LOG_LEVEL: "silent", ...settings });
  const serve = [process.execPath, join(import.meta.dir, "../main.ts"), "serve"];
  const program = Bun.spawn(["env", ...environment.map(([name, value]) => `${name}=${value}`), ...serve], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (program.exitCode === null && !(await isUp())) await Bun.sleep(50);
  const inStatus = (line: RegExp) =>
    Number(line.exec(readFileSync(`/proc/${program.pid}/status`, "utf8"))?.[1]) * 1024;
  return {
    origin,
    residentBytes: () => inStatus(/^VmRSS:\s+(\d+)/m),
    peakBytes: () => inStatus(/^VmHWM:\s+(\d+)/m),
    async stop() {
      program.kill();
      await program.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
