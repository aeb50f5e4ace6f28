import { join } from "node:path";
import { processorSeconds } from "../../../src/testing/processes.ts";

const rounds = 5;
const secondsEach = 2;
const connections = 32;

/** `perSecond`: answers, the median of all rounds. `microseconds`: processor time the server spent on each. */
export type Rate = { perSecond: number; microseconds: number };
export type LookupRate = { lookups: Rate; emptyRoute: Rate };

/** A process that answers at an address. */
export type Asked = { pid: number; origin: string };

/**
 * How many lookups of serial numbers the server answers, beside an empty route of the same framework in a process
 * of its own. The two take turns, so that what else the machine does meets both.
 */
export function measureLookupRate(product: Asked, serialNumbers: string[]): Promise<LookupRate> {
  return besideEmptyRoute(async (empty) => {
    const paths = pathsOf(serialNumbers);
    const lookups: Rate[] = [];
    const emptyRoute: Rate[] = [];
    for (let round = 0; round < rounds; round += 1) {
      emptyRoute.push(await askFor(secondsEach, empty, paths));
      lookups.push(await askFor(secondsEach, product, paths));
    }
    return { lookups: median(lookups), emptyRoute: median(emptyRoute) };
  });
}

export const pathsOf = (serialNumbers: string[]) =>
  serialNumbers.map((serialNumber) => `/api/verify/${serialNumber}`);

/** Does something while a server of the same framework answers with nothing. */
export async function besideEmptyRoute<Result>(work: (empty: Asked) => Promise<Result>): Promise<Result> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "empty-route.ts")], { stdout: "pipe" });
  try {
    const { value } = await child.stdout.getReader().read();
    return await work({ pid: child.pid, origin: new TextDecoder().decode(value).trim() });
  } finally {
    child.kill();
  }
}

/** Asks for the paths in turn for so long. */
function askFor(seconds: number, asked: Asked, paths: string[]): Promise<Rate> {
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  return ask(asked, () => {
    turn += 1;
    return performance.now() < until ? paths[turn % paths.length] : undefined;
  });
}

/** Asks for each of the paths once, in their order. */
export function askEach(asked: Asked, paths: string[]): Promise<Rate> {
  const left = paths.values();
  return ask(asked, () => left.next().value);
}

/** One path after the other on each connection, as fast as the answers come, until there is none any more. */
async function ask({ pid, origin }: Asked, next: () => string | undefined): Promise<Rate> {
  const [started, busy] = [performance.now(), processorSeconds(pid).own];
  let asked = 0;
  const askOn = async () => {
    for (let path = next(); path !== undefined; path = next()) {
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

export function median(rates: Rate[]): Rate {
  const middle = rates.toSorted((one, other) => one.perSecond - other.perSecond)[
    Math.floor(rates.length / 2)
  ];
  return middle ?? { perSecond: Number.NaN, microseconds: Number.NaN };
}
