import { join } from "node:path";
import { processorSeconds } from "./server-watch.ts";

const rounds = 5;
const secondsEach = 2;
const connections = 32;

/** `perSecond`: answers, the median of all rounds. `microseconds`: processor time the server spent on each. */
type Rate = { perSecond: number; microseconds: number };
export type LookupRate = { lookups: Rate; emptyRoute: Rate };

type Asked = { pid: number; origin: string };

/**
 * How many lookups of serial numbers the server answers, beside an empty route of the same framework in a process
 * of its own. The two take turns, so that what else the machine does meets both.
 */
export async function measureLookupRate(product: Asked, serialNumbers: string[]): Promise<LookupRate> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "empty-route.ts")], { stdout: "pipe" });
  try {
    const { value } = await child.stdout.getReader().read();
    const empty = { pid: child.pid, origin: new TextDecoder().decode(value).trim() };
    const paths = serialNumbers.map((serialNumber) => `/api/verify/${serialNumber}`);
    const lookups: Rate[] = [];
    const emptyRoute: Rate[] = [];
    for (let round = 0; round < rounds; round += 1) {
      emptyRoute.push(await ask(empty, paths));
      lookups.push(await ask(product, paths));
    }
    return { lookups: median(lookups), emptyRoute: median(emptyRoute) };
  } finally {
    child.kill();
  }
}

/** Asks for the paths in turn, one after the other on each connection, as fast as the answers come. */
async function ask({ pid, origin }: Asked, paths: string[]): Promise<Rate> {
  const [started, busy] = [performance.now(), processorSeconds(pid).own];
  let asked = 0;
  const askOn = async () => {
    while (performance.now() - started < secondsEach * 1000) {
      const path = paths[asked % paths.length];
      asked += 1;
      const answer = await fetch(`${origin}${path}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  const seconds = (performance.now() - started) / 1000;
  const microseconds = ((processorSeconds(pid).own - busy) / asked) * 1e6;
  return { perSecond: asked / seconds, microseconds };
}

function median(rates: Rate[]): Rate {
  const middle = rates.toSorted((one, other) => one.perSecond - other.perSecond)[
    Math.floor(rates.length / 2)
  ];
  return middle ?? { perSecond: Number.NaN, microseconds: Number.NaN };
}
