import { acceptClock } from "../../issuing/tsa/clock.service.ts";
import { printWithExistingData } from "./with-deps.ts";

/** Allows stamping again after the clock was ahead. May run while the server runs. */
export async function trustClock(): Promise<void> {
  await printWithExistingData(async (deps) => acceptClock(deps));
}
