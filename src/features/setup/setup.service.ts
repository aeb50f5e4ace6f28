import { say } from "../../errors.ts";
import { readWatchedLogs } from "../../issuing/monitor/watch.service.ts";
import { readAnchoring } from "../../issuing/witnesses/anchors.service.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findMissingParts } from "./missing-parts.ts";
import type { AnchoringView, MissingPartView } from "./setup.output.schema.ts";

/** What the server does without, for admins. Throws `forbidden`. */
export function readMissingParts({ config }: Pick<Deps, "config">, admin: Actor): MissingPartView[] {
  requireAdmin(admin);
  return findMissingParts(config).map(({ part, issue, advice }) => ({
    part,
    ...say(issue),
    advice: say(advice),
  }));
}

/** Who is asked about the head of the log, and when each last answered, for admins. Throws `forbidden`. */
export async function readAnchors(deps: Pick<Deps, "config" | "db">, admin: Actor): Promise<AnchoringView> {
  requireAdmin(admin);
  const { state, lastAt, anchors } = await readAnchoring(deps);
  return {
    state,
    lastAt: lastAt?.toISOString() ?? null,
    anchors: anchors.map(({ kind, address, operator = null, answeredAt, failing }) => ({
      kind,
      address,
      operator,
      answeredAt: answeredAt?.toISOString() ?? null,
      failingSince: failing?.since.toISOString() ?? null,
      failure: failing?.error ?? null,
    })),
    watched: readWatchedLogs(deps).map(({ address, ...found }) => ({
      address,
      lookedAt: null,
      size: null,
      alarm: null,
      text: null,
      ...found,
    })),
  };
}
