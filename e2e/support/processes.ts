import { existsSync, readFileSync } from "node:fs";

/** A process that has ended but was not fetched by anybody yet (state Z) is not alive. */
export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}
