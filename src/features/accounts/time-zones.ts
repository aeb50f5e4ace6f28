import { productTimeZone } from "../../formats/stamp/stamp.ts";
import type { Deps } from "../deps.ts";
import type { Actor } from "./accounts.ts";

/** The IANA zone in which new stamps and certificates of this account write times. */
export function timeZoneOf({ config }: Pick<Deps, "config">, { timeZone }: Pick<Actor, "timeZone">): string {
  return timeZone ?? config.timeZone;
}

/** As a document stores it: null for the zone of all documents of earlier versions. */
export function storedTimeZone(timeZone: string): string | null {
  return timeZone === productTimeZone ? null : timeZone;
}
