import type { DomainOutcome } from "../../../db/columns/offices.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { toUnicodeDomain } from "../../formats/text/written-domain.ts";
import { readTxtRecords } from "../../platform/dns/txt-records.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import { type Actor, hasRole } from "../accounts/accounts.ts";
import { isVerified } from "../accounts/stated-domain.ts";
import { noteByServer, noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import type { OfficeDomainView } from "./domains.output.schema.ts";
import {
  deleteDomain,
  findDomainOf,
  insertDomain,
  listDomainsOf,
  listDueDomains,
  showNoDomain,
  updateDomain,
} from "./domains.repo.ts";
import { maxDomains, type ShowDomainInput } from "./domains.schema.ts";
import { applyCheck, buildProbe, buildRecord, type DomainRow, holds } from "./domains.ts";
import { tellOffice } from "./office-news.service.ts";
import { requireOffice } from "./offices.service.ts";

const tokenBytes = 16;
const probeBytes = 8;
const randomHex = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toHex();

/** The domains of the office; with the records to publish for those who may manage it. */
export async function listDomains(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
): Promise<OfficeDomainView[]> {
  const office = requireOffice(account);
  const rows = await listDomainsOf(deps.db, office.id);
  const seesRecords = hasRole(office.member.role, "manager");
  return rows.map((row) => toView(row, deps.now(), seesRecords));
}

function toView(row: DomainRow, now: number, seesRecord: boolean): OfficeDomainView {
  return {
    id: row.id,
    name: row.name,
    unicode: toUnicodeDomain(row.name),
    state: stateOf(row, now),
    isShown: row.isShown,
    seenAt: row.seenAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    outcome: row.outcome,
    record: seesRecord ? buildRecord(row) : null,
  };
}

function stateOf(row: DomainRow, now: number): OfficeDomainView["state"] {
  if (isVerified(row, now)) return row.missingSince === null ? "verified" : "failing";
  return row.seenAt === null ? "pending" : "lost";
}

/**
 * Adds a domain, which counts once its record was seen. Throws `invalid` for a name under which strangers register
 * theirs, `conflict` if the office has it or has too many, `rate_limited`.
 */
export async function addDomain(
  deps: RateLimitDeps,
  account: Actor,
  { name }: { name: string },
): Promise<OfficeDomainView> {
  const office = requireOffice(account);
  await requireOwnable(name);
  await takeFromLimit(deps, "domainsPerOffice", office.id);
  const now = deps.now();
  const row: DomainRow = {
    id: crypto.randomUUID(),
    officeId: office.id,
    name,
    token: randomHex(tokenBytes),
    createdAt: new Date(now),
    verifiedAt: null,
    seenAt: null,
    missingSince: null,
    checkedAt: null,
    outcome: null,
    nextCheckAt: new Date(now),
    isShown: false,
  };
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const own = await listDomainsOf(deps.db, office.id);
    if (own.some((domain) => domain.name === name))
      throw new AppError("conflict", "office-domain-exists", "Your office already has this domain.");
    if (own.length >= maxDomains) throw tooManyDomains();
    await insertDomain(deps.db, row);
    await noteInOffice(deps, office, { action: "domain.added", subject: row.id, detail: { name } });
  });
  return toView(row, now, true);
}

/** Throws `invalid` for a name that belongs to no one in particular. The list of these names is loaded when needed. */
async function requireOwnable(name: string): Promise<void> {
  const { parse } = await import("tldts");
  const { publicSuffix } = parse(name, { allowPrivateDomains: true });
  if (publicSuffix === name) {
    throw new AppError(
      "invalid",
      "office-domain-public-suffix",
      "Anyone can register names under {name}. Please enter the domain of your office.",
      { params: { name } },
    );
  }
  if (reservedSuffixes.has(name.split(".").at(-1) ?? "")) {
    throw new AppError(
      "invalid",
      "office-domain-reserved",
      "Names that end in .{suffix} belong to no one on the internet. Please enter the domain of your office.",
      { params: { suffix: name.split(".").at(-1) ?? "" } },
    );
  }
}

/** IANA's special-use names: each network can answer for them as it likes. */
const reservedSuffixes = new Set([
  ...["alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"],
  // Never delegated, and common inside networks (ICANN, SSAC 045).
  ...["corp", "home", "lan", "localdomain"],
]);

function tooManyDomains(): AppError {
  return new AppError(
    "conflict",
    "too-many-office-domains",
    "Your office has {count} domains, which is the maximum. Please remove one first.",
    { params: { count: maxDomains } },
  );
}

/**
 * Looks up the record of a domain now. Throws `not_found`, `rate_limited`. A resolver that does not answer takes
 * nothing away until two weeks have passed.
 */
export async function checkDomain(
  deps: RateLimitDeps & Pick<Deps, "jobEvents">,
  account: Actor,
  { id }: { id: string },
): Promise<OfficeDomainView> {
  const office = requireOffice(account);
  await takeFromLimit(deps, "domainChecksPerOffice", office.id);
  const asked = await findDomainOf(deps.db, office.id, id);
  if (!asked) throw domainNotFound();
  const outcome = await lookUp(deps, asked);
  const row = await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    return writeCheck(deps, asked, outcome);
  });
  deps.jobEvents.queued();
  if (!row) throw domainNotFound();
  return toView(row, deps.now(), true);
}

function domainNotFound(): AppError {
  return new AppError("not_found", "office-domain-not-found", "Your office does not have this domain.");
}

async function lookUp({ config }: Pick<Deps, "config">, domain: DomainRow): Promise<DomainOutcome> {
  const { name, value } = buildRecord(domain);
  const answer = await readTxtRecords(name, config.dnsServer);
  if (answer === "unreachable") return "unreachable";
  if (!holds(answer, value)) return "missing";
  const probe = await readTxtRecords(buildProbe(domain, randomHex(probeBytes)), config.dnsServer);
  if (probe === "unreachable") return "unreachable";
  return holds(probe, value) ? "wildcard" : "found";
}

/**
 * In a transaction: what a check found, applied to the domain as it is now, so that of two checks at the same time one
 * brings the news. Undefined if the domain was removed meanwhile. Call `deps.jobEvents.queued()` after it.
 */
async function writeCheck(
  deps: Pick<Deps, "config" | "db" | "now">,
  { id, officeId }: DomainRow,
  outcome: DomainOutcome,
): Promise<DomainRow | undefined> {
  const row = await findDomainOf(deps.db, officeId, id);
  if (!row) return undefined;
  const { changed, news } = applyCheck(row, outcome, deps.now());
  const isNew = news === "verified" && row.seenAt === null;
  const others = isNew ? await listDomainsOf(deps.db, officeId) : [];
  // Later ones wait for an owner, who may have taken the earlier ones off.
  const isFirst = isNew && others.every((other) => other.id === id || other.seenAt === null);
  const after = { ...row, ...changed, isShown: isFirst || row.isShown };
  await updateDomain(deps.db, officeId, id, { ...changed, isShown: after.isShown });
  if (news === null) return after;
  const detail = { name: row.name, ...(news === "lost" && { found: outcome }) };
  await noteByServer(deps, officeId, { action: `domain.${news}`, subject: id, detail });
  if (isFirst) {
    const shown = { name: row.name, isShown: "true" };
    await noteByServer(deps, officeId, { action: "domain.shown", subject: id, detail: shown });
  }
  const event = news === "verified" ? "domainVerified" : "domainLost";
  await tellOffice(deps, officeId, { event, domain: row.name, actorId: null });
  return after;
}

/**
 * Puts a domain on new certificates, or takes it off. Existing certificates stay as they are. Throws `not_found`,
 * `conflict` for a domain that is not verified.
 */
export async function showDomain(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
  { id, isShown }: ShowDomainInput,
): Promise<OfficeDomainView[]> {
  const office = requireOffice(account);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const row = await findDomainOf(deps.db, office.id, id);
    if (!row) throw domainNotFound();
    if (isShown && !isVerified(row, deps.now())) {
      throw new AppError(
        "conflict",
        "office-domain-not-verified",
        "This domain is not verified, so it cannot appear on certificates.",
      );
    }
    if (row.isShown === isShown) return;
    if (isShown) await showNoDomain(deps.db, office.id);
    await updateDomain(deps.db, office.id, id, { isShown });
    const detail = { name: row.name, isShown: String(isShown) };
    await noteInOffice(deps, office, { action: "domain.shown", subject: id, detail });
  });
  return listDomains(deps, office);
}

/** Removes a domain. Existing certificates keep it. Throws `not_found`. */
export async function removeDomain(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
  { id }: { id: string },
): Promise<void> {
  const office = requireOffice(account);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const row = await deleteDomain(deps.db, office.id, id);
    if (!row) throw domainNotFound();
    const detail = { name: row.name };
    await noteInOffice(deps, office, { action: "domain.removed", subject: id, detail });
  });
}

const atOnce = 8;
const batch = 200;

/**
 * Looks up every domain that is due, a few at a time, so that silent name servers do not keep the others waiting. A
 * domain that could not be written is due again the next time.
 */
export async function checkDueDomains(
  deps: Pick<Deps, "config" | "db" | "now" | "log" | "jobEvents">,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = new Date(deps.now());
  const failed = new Set<string>();
  for (;;) {
    const due = await listDueDomains(deps.db, startedAt, batch + failed.size);
    const waiting = due.filter(({ id }) => !failed.has(id));
    if (waiting.length === 0) return;
    const work = async () => {
      for (let row = waiting.shift(); row && !signal?.aborted; row = waiting.shift()) {
        const { id } = row;
        await checkAgain(deps, row).catch((error) => {
          failed.add(id);
          deps.log.error({ domain: id, err: error }, "the domain of an office could not be checked");
        });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (signal?.aborted) return;
  }
}

async function checkAgain(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  row: DomainRow,
): Promise<void> {
  const outcome = await lookUp(deps, row);
  await transaction(deps, async (deps) => writeCheck(deps, row, outcome));
  deps.jobEvents.queued();
}
