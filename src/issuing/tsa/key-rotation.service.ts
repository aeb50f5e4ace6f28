import { withSharedKeys } from "../../platform/keys/shared-keys.ts";
import type { IssuingDeps } from "../deps.ts";
import { listExpiringCertificates } from "./certificate-expiry.service.ts";
import { isClockWrong, recordExternalTimes } from "./clock.service.ts";

/**
 * Checks the clock, then renews keys of the time-stamp authority and warns of certificates that expire soon. Keys
 * that another server has renewed are reloaded.
 */
export async function checkClockAndKeys(
  deps: Pick<IssuingDeps, "config" | "db" | "node" | "log" | "now" | "authority" | "externalTsas">,
  signal?: AbortSignal,
): Promise<void> {
  await checkClock(deps, signal);
  if (!signal?.aborted) {
    await withSharedKeys(deps, async () => {
      if (deps.config.keysSecret !== undefined) deps.authority.reload();
      await renewKeys(deps);
    });
  }
}

/**
 * Asks an external authority for the time, over a random digest, unless one confirmed it recently. That way, the server
 * knows whether its clock is right even if no document is stamped.
 */
async function checkClock(
  deps: Pick<IssuingDeps, "db" | "now" | "externalTsas">,
  signal?: AbortSignal,
): Promise<void> {
  const { externalTsas } = deps;
  if (externalTsas.hasConfirmedClock() || externalTsas.names.length === 0) return;
  const answer = await externalTsas.timeStamp(crypto.getRandomValues(new Uint8Array(32)));
  if (!signal?.aborted) await recordExternalTimes(deps, [answer]);
}

/** Makes no keys while the clock is known to be wrong, since their certificates would start at a wrong time. */
async function renewKeys(deps: Pick<IssuingDeps, "db" | "log" | "now" | "authority">): Promise<void> {
  if (await isClockWrong(deps)) return;
  for (const role of deps.authority.renewKeys()) {
    deps.log.info({ role }, "a key of the authority has signed for five years and was replaced");
  }
  for (const facts of listExpiringCertificates(deps)) {
    deps.log.warn(facts, "a certificate of the authority expires soon: see keys rotate in docs/operating.md");
  }
}
