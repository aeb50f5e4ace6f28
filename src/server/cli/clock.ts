import { acceptClock } from "../../features/tsa/clock.service.ts";
import { printWithData } from "./with-deps.ts";

/** Allows stamping again after the clock was ahead. May run while the server runs. */
export async function trustClock(): Promise<void> {
  await printWithData(async (deps) => acceptClock(deps));
}
