import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startEngine } from "./docker.ts";
import type { Machine } from "./machine.ts";
import { guest, putSource, samplesIn, say, untilHealthy, visit } from "./type-steps.ts";

const origin = "https://localhost";
const cluster = "docker compose -f compose.cluster.yaml";
const image = "attestamp:newcomer-office";
const outageMs = 5_000;

/**
 * compose.cluster.yaml as it is: two servers, PostgreSQL, an S3 store and Caddy. Customers work while servers are
 * killed, PostgreSQL is stopped and the store does not answer; everything that they were told must be true afterwards,
 * as in `bun run cluster`.
 */
export async function tryCluster(machine: Machine, folder: string): Promise<void> {
  await startEngine(machine);
  const place = await putSource(machine);
  await say(machine, `docker build --tag ${image} .`, place);
  const secret = () => randomBytes(32).toString("hex");
  const settings = [
    ...["SITE=localhost", `ATTESTAMP_IMAGE=${image}`, `POSTGRES_PASSWORD=${secret()}`],
    ...[`KEYS_SECRET=${secret()}`, `S3_SECRET=${secret()}`],
    ...["ANCHORS=off", "TRIAL_DOCUMENTS=unlimited", "RATE_LIMIT_FACTOR=1000"],
  ];
  machine.write(`${place}/.env`, `${settings.join("\n")}\n`);
  await say(machine, `${cluster} up -d`, place);
  const healthy = () => untilHealthy(machine, origin, () => machine.type(`${cluster} logs`, place));
  await healthy();
  await visit(machine, "stamp", origin, folder, await samplesIn(folder));

  const customers = guest(machine, [join(import.meta.dir, "guest.ts"), "work", origin, join(folder, "work")]);
  const work = watch(customers.stdout);
  const ordered = async (...commands: string[]) => {
    await work.untilMore();
    for (const [at, command] of commands.entries()) {
      if (at > 0) await Bun.sleep(outageMs);
      await say(machine, `${cluster} ${command}`, place);
    }
    console.log(`${work.completed} documents are completed`);
  };
  for (const server of ["server-1", "server-2", "server-1", "server-2"])
    await ordered(`kill --signal KILL ${server}`, `start ${server}`);
  await ordered("stop postgres", "start postgres");
  await ordered("pause store", "unpause store");
  await ordered("restart caddy");
  await work.untilMore();
  customers.stdin.end();
  const code = await customers.exited;
  console.log(work.last.join("\n"));
  if (code !== 0) throw new Error("The customers were told what is not true.");
  await visit(machine, "return", origin, folder);
  console.log((await say(machine, `${cluster} exec server-1 attestamp doctor`, place, "")).trim());
  await say(machine, `${cluster} down`, place);
}

/** Reads how many documents the customers have. */
function watch(output: ReadableStream<Uint8Array>) {
  const last: string[] = [];
  let completed = 0;
  let hasEnded = false;
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of output) {
      const lines = `${text}${decoder.decode(piece, { stream: true })}`.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const [, count] = /^completed (\d+)$/.exec(line) ?? [];
        if (count === undefined) last.push(line);
        else completed = Number(count);
      }
    }
    hasEnded = true;
  })();
  return {
    last,
    get completed() {
      return completed;
    },
    async untilMore() {
      const before = completed;
      while (completed < before + 5) {
        if (hasEnded) await reading.then(() => Promise.reject(new Error(last.join("\n"))));
        await Bun.sleep(100);
      }
    },
  };
}
