import type { ListState } from "../../issuing/tsa/trusted-lists.service.ts";
import { printable } from "./printable.ts";

/** The lines of `doctor`: until when each trusted list of the server holds. */
export const reportTrustedLists = (states: ListState[]): string[] => states.map(describe);

function describe({ list: { territory, sequence, nextUpdate }, state }: ListState): string {
  const which = printable(`the trusted list of ${territory}, version ${sequence},`);
  const day = nextUpdate?.toISOString().slice(0, 10);
  const remedy = "Import its next version: trusted-list import (docs/qualified-timestamps.md)";
  if (day === undefined) return `ok     ${which} is the last one of its scheme`;
  if (state === "overdue")
    return `note   ${which} is overdue since ${day} and makes nothing qualified. ${remedy}`;
  if (state === "due-soon") return `note   ${which} holds until ${day} only. ${remedy}`;
  return `ok     ${which} holds until ${day}`;
}
