import type { Deps } from "../deps.ts";
import { newestOwnTime } from "./authority.repo.ts";

/** Clocks are set back by less when they are kept in step with others. */
const slackMs = 2_000;

/** Whether the clock says a time before one that was vouched for already: then it vouches for nothing more. */
export function isClockBehind({ db, now }: Pick<Deps, "db" | "now">): boolean {
  const newest = newestOwnTime(db);
  return newest !== undefined && now() < newest.getTime() - slackMs;
}
