import { isLogUsable } from "../../issuing/log/log.service.ts";
import { independentWitnesses } from "../../issuing/witnesses/independent-witnesses.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { FiguresView } from "./admin.output.schema.ts";
import type { FiguresInput } from "./admin.schema.ts";
import {
  countFailedMails,
  countOpenTickets,
  countUsers,
  type DaySum,
  dayMs,
  sumFailures,
  sumMails,
  sumNewUsers,
  sumSales,
  sumStamps,
  sumStoredBytes,
} from "./figures.repo.ts";

/** Usage of the service on each of the last `days` days in UTC, including today; for admins. Throws `forbidden`. */
export async function readFigures(
  deps: Pick<Deps, "config" | "db" | "logKey" | "now">,
  admin: Actor,
  { days }: FiguresInput,
): Promise<FiguresView> {
  requireAdmin(admin);
  const { db } = deps;
  const today = Math.floor(deps.now() / dayMs);
  const first = today - days + 1;
  const from = new Date(first * dayMs);
  const sums = {
    newUsers: indexByDay(await sumNewUsers(db, from)),
    stamps: indexByDay(await sumStamps(db, from)),
    revenue: indexByDay(await sumSales(db, from)),
    failures: indexByDay(await sumFailures(db, from)),
    mails: indexByDay(await sumMails(db, from)),
  };
  const daily = Array.from({ length: days }, (_, index) => {
    const day = first + index;
    return {
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      newUsers: sums.newUsers.get(day) ?? 0,
      stamps: sums.stamps.get(day) ?? 0,
      revenue: sums.revenue.get(day) ?? 0,
      failures: sums.failures.get(day) ?? 0,
      mails: sums.mails.get(day) ?? 0,
    };
  });
  return {
    users: await countUsers(db),
    openTickets: await countOpenTickets(db),
    failedMails: await countFailedMails(db, from),
    storedBytes: await sumStoredBytes(db, new Date(deps.now() + dayMs)),
    isLogUsable: await isLogUsable(deps),
    isVouched: independentWitnesses(deps.config).length > 0,
    daily,
  };
}

function indexByDay(sums: DaySum[]): Map<number, number> {
  return new Map(sums.map(({ day, amount }) => [day, amount]));
}
