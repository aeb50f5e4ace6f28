import { acceptClock } from "../../features/tsa/clock.service.ts";
import { tellWithDeps } from "./with-deps.ts";

/** Allows stamping again after the clock was ahead. May run while the server runs. */
export async function trustClock(): Promise<void> {
  await tellWithDeps(async (deps) => acceptClock(deps));
}
