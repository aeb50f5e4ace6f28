import type { Deps } from "../deps.ts";
import { endingCertificates } from "./certificate-expiry.service.ts";
import { isClockWrong, noteExternalTimes } from "./clock.service.ts";

const hourMs = 3_600_000;

/**
 * Looks after clock and keys of the authority at once and then every hour. Returns how to end it: nothing is written
 * after that.
 */
export function startUpkeep(deps: Deps): () => void {
  const ending = new AbortController();
  const keepUp = () => keepAuthority(deps, ending.signal);
  keepUp();
  const timer = setInterval(keepUp, hourMs);
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/** Never rejects. */
export async function keepAuthority(deps: Deps, ending?: AbortSignal): Promise<void> {
  try {
    await checkClock(deps, ending);
    if (!ending?.aborted) renewKeys(deps);
  } catch (error) {
    deps.log.error({ err: error }, "the authority's keys could not be looked after");
  }
}

/**
 * Asks an outside authority for the time where none has said it of late, over a random digest: so the clock is known to
 * be right, or wrong, also while nobody stamps.
 */
async function checkClock(deps: Deps, ending?: AbortSignal): Promise<void> {
  const { outside } = deps;
  if (outside.hasConfirmedClock() || outside.names.length === 0) return;
  const answer = await outside.timeStamp(crypto.getRandomValues(new Uint8Array(32)));
  if (!ending?.aborted) noteExternalTimes(deps, [answer]);
}

/** A clock that is known to be wrong makes no keys: their certificates would begin when it says. */
function renewKeys(deps: Deps): void {
  if (isClockWrong(deps)) return;
  for (const role of deps.authority.renewKeys()) {
    deps.log.info({ role }, "a key of the authority has signed for five years and was replaced");
  }
  for (const facts of endingCertificates(deps)) {
    deps.log.warn(facts, "a certificate of the authority ends soon: see keys rotate in docs/operating.md");
  }
}
