import type { Calls } from "./calls.ts";

const everyMs = 50;

export type Probed = { origin: string; calls: Calls; serialNumbers: string[]; isOver: () => boolean };

/**
 * Requests the server's health and looks up a serial number, twenty times a second each, without waiting for the
 * previous answer: so a pause of the server counts as often as people would have noticed it.
 */
export async function probeSteadily({ origin, calls, serialNumbers, isOver }: Probed): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const ask = (kind: "health" | "verify", path: string) => {
    const asked = calls.time(kind, () => fetch(`${origin}${path}`)).finally(() => underWay.delete(asked));
    underWay.add(asked);
  };
  while (!isOver()) {
    ask("health", "/api/health");
    await Bun.sleep(everyMs / 2);
    ask("verify", `/api/verify/${serialNumbers[Math.floor(Math.random() * serialNumbers.length)]}`);
    await Bun.sleep(everyMs / 2);
  }
  await Promise.all(underWay);
}
