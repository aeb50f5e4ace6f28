import { acceptClock } from "../../features/tsa/clock.service.ts";
import { tellWithDeps } from "./with-deps.ts";

/** Lets stamping go on after the clock was ahead for a while; also while the server runs. Throws AppError. */
export async function trustClock(): Promise<void> {
  await tellWithDeps(async (deps) => acceptClock(deps));
}
