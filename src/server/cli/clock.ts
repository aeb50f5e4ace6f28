import { AppError } from "../../errors.ts";
import { acceptClock } from "../../features/tsa/clock.service.ts";
import { tellWithDeps } from "./with-deps.ts";

/** Lets stamping go on after the clock was ahead for a while; also while the server runs. Throws AppError. */
export async function clock(words: string[]): Promise<void> {
  if (words.join(" ") !== "accept") throw new AppError("invalid", "Please say: clock accept");
  await tellWithDeps(async (deps) => acceptClock(deps));
}
