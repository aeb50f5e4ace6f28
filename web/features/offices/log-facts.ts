import { officeRoles } from "../../../db/columns/offices.ts";
import { subscriptionStates } from "../../../src/features/billing/billing.output.schema.ts";
import type { OfficeLogEntry } from "../../../src/features/offices/offices.output.schema.ts";
import { officesMessages } from "../../texts/offices.ts";

const text = officesMessages.log;

/** What an entry is about, in the reader's language: whom, which role, which document, and what changed to what. */
export function listLogFacts({
  action,
  actor,
  person,
  detail,
}: Pick<OfficeLogEntry, "action" | "actor" | "person" | "detail">): string[] {
  const { from, role, name, serialNumber, to, isShown, status, before, after } = detail;
  return [
    person === actor ? null : person,
    writeChange(nameRole(from), nameRole(role)),
    name,
    action === "domain.shown" ? text.shown[isShown === "true" ? "true" : "false"] : null,
    serialNumber,
    to,
    action === "plan.changed" ? namePlan(status) : null,
    writeChange(before, after),
  ].filter((fact) => typeof fact === "string");
}

function nameRole(said: string | undefined): string | undefined {
  const role = officeRoles.find((each) => each === said);
  return role && officesMessages.roles[role];
}

function namePlan(said: string | undefined): string | undefined {
  const state = subscriptionStates.find((each) => each === said);
  return state && text.plans[state];
}

const writeChange = (before: string | undefined, after: string | undefined) =>
  before === undefined || after === undefined ? after : `${before} → ${after}`;
