import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { requireNotAbove } from "../accounts/memberships.service.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps } from "../deps.ts";
import { nameSender, shorten, takeFromMailLimits } from "../documents/email.service.ts";
import { defang } from "../mail/defang.ts";
import { listMailedLinks, type MailedLink } from "../mail/magic-links.repo.ts";
import { createMagicLink } from "../mail/magic-links.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { mailOutcome } from "../mail/mail-outcome.service.ts";
import { findOwnedProject } from "./projects.repo.ts";
import { maxProjectName } from "./projects.schema.ts";
import { requireOwnedProject } from "./projects.service.ts";
import type {
  Asked,
  CopiedLink,
  Delivery,
  NewShareView,
  OfficeLink,
  ShareView,
} from "./shares.output.schema.ts";
import {
  countShares,
  deleteShare,
  findAcknowledgementZones,
  findShare,
  insertShare,
  listOpenings,
  listOpenShares,
  listShares,
  type OpeningRow,
  revokeShare,
  type ShareRow,
} from "./shares.repo.ts";
import { type AskAcknowledgementInput, type CreateShareInput, maxShares } from "./shares.schema.ts";

const day = 24 * 3_600_000;
/** Number of visits per share that the owner sees. */
const shownOpenings = 10;

/** The address of a share's page, without its token. Links of earlier versions have it in the path: /share/TOKEN. */
const sharePath = "/share#";

/**
 * Creates a link to a read-only page of the project. Its token of 256 random bits is returned once and never stored.
 * Throws `not_found` for another user's project, `conflict` if the project has too many links, and `rate_limited`.
 */
export async function createShare(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "memoryRateLimiter" | "counterKey">,
  owner: Actor,
  { id: projectId, label = null, ...link }: CreateShareInput,
): Promise<NewShareView> {
  await takeFromLimit(deps, "sharesPerAccount", owner.id);
  const row = await prepareShare(deps, owner, { ...link, projectId, label });
  return transaction(deps, async (deps) => {
    await addShare(deps, owner, row);
    return { ...toShareView(row, {}, deps.now()), url: await createUrl(deps, row) };
  });
}

/**
 * Emails a link to a page with the button "I have seen this". The token is created when the email is sent. A server
 * that sends no email also returns a link to copy. Throws like `createShare` and `emailDocument`.
 */
export async function requestAcknowledgement(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  owner: Actor,
  { id: projectId, email, name, note, language = "en", ...link }: AskAcknowledgementInput,
  address: string,
): Promise<Asked> {
  const project = await requireOwnedProject(deps, owner, projectId);
  const replyTo = await takeFromMailLimits(deps, owner, { email, address });
  const row = await prepareShare(deps, owner, {
    ...link,
    projectId,
    label: null,
    recipient: email,
    recipientName: name ?? null,
    requestedFrom: hashAddress(deps, address),
  });
  const { productName } = deps.config;
  const words = askingWords[language];
  const sender = nameSender(owner);
  const subject = words.subject(shorten(project.name, maxSubjectName), sender);
  const mailId = await transaction(deps, async (deps) => {
    await addShare(deps, owner, row);
    return enqueueMail(deps, {
      to: email,
      toName: name,
      replyTo: replyTo ?? undefined,
      userId: owner.id,
      subject: `${productName}: a shared project to look at`,
      letter: {
        language,
        subject,
        paragraphs: [
          words.opening(sender, productName),
          words.request(shorten(project.name, maxProjectName)),
          ...(row.passwordHash === null ? [] : [words.password]),
          words.meaning,
          ...(note === undefined ? [] : [words.note]),
        ],
        ...(note === undefined ? {} : { quote: defang(note) }),
        links: [
          { label: words.link, path: sharePath, secret: { ...secretLink(row), lifetimeMs: lifetime(row) } },
        ],
      },
    });
  });
  deps.jobEvents.queued();
  const url = deps.config.smtpUrl === undefined ? await createUrl(deps, row) : null;
  return { success: true, ...(await mailOutcome(deps, mailId)), url };
}

/**
 * A link to copy for a request for an acknowledgment whose email was not sent; earlier links stay valid. What is
 * acknowledged through it does not say that it was mailed. Throws `not_found`, `conflict` if the email was or will
 * be sent, or the request has ended, `forbidden` as `endShare`, `rate_limited`.
 */
export async function copyAskedLink(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">,
  owner: Actor,
  id: string,
): Promise<CopiedLink> {
  await takeFromLimit(deps, "sharesPerAccount", owner.id);
  return transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const row = await requireOwnedShare(deps, owner, id);
    await requireNotAbove(deps, owner, row.memberId);
    const [view] = await viewShares(deps, [row]);
    if (view?.state !== "open" || !canCopy(view.delivery)) throw notToCopy();
    return { url: await createUrl(deps, row) };
  });
}

const canCopy = (delivery: Delivery | null) =>
  delivery === "saved" || delivery === "failed" || delivery === "unknown";

function notToCopy(): AppError {
  return new AppError(
    "conflict",
    "share-not-to-copy",
    "There is no link to copy here: it was sent by email, or has ended.",
  );
}

/** A new link to the share, which is not stored. */
async function createUrl(deps: Pick<Deps, "config" | "db" | "now">, row: ShareRow): Promise<string> {
  const lifetimeMs = row.expiresAt.getTime() - deps.now();
  return `${deps.config.origin}${sharePath}${await createMagicLink(deps, { ...secretLink(row), lifetimeMs })}`;
}

/** The form in which the network address of a request for an acknowledgment is stored. */
export function hashAddress(deps: Pick<Deps, "counterKey">, address: string): string {
  return keyedHash(deps, "request for an acknowledgement", address);
}

const maxSubjectName = 80;

const secretLink = ({ id }: ShareRow) => ({ purpose: "shared-project", subject: id }) as const;
const lifetime = ({ createdAt, expiresAt }: ShareRow) => expiresAt.getTime() - createdAt.getTime();

type NewShare = Pick<ShareRow, "projectId" | "label" | "downloads"> &
  Partial<Pick<ShareRow, "recipient" | "recipientName" | "requestedFrom">> & {
    expiresInDays: number;
    password?: string | undefined;
  };

/**
 * Builds the row of a link. The password is hashed here, outside of any transaction: a transaction must wait only for
 * the database.
 */
async function prepareShare(
  deps: Pick<Deps, "db" | "now" | "passwords">,
  owner: Actor,
  { expiresInDays, password, ...link }: NewShare,
): Promise<ShareRow> {
  const { projectId, recipient = null, recipientName = null, requestedFrom = null } = link;
  await requireOwnedProject(deps, owner, projectId);
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password);
  const createdAt = deps.now();
  return {
    id: crypto.randomUUID(),
    ...link,
    recipient,
    recipientName,
    requestedFrom,
    passwordHash,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedMessage: null,
    acknowledgementId: null,
    memberId: owner.member?.id ?? null,
    createdAt: new Date(createdAt),
    expiresAt: new Date(createdAt + expiresInDays * day),
    revokedAt: null,
    openCount: 0,
  };
}

/** In a transaction. If the project is at its limit, the oldest invalid links are deleted. */
async function addShare({ db, now }: Pick<Deps, "db" | "now">, owner: Actor, row: ShareRow): Promise<void> {
  await requireAccount({ db }, owner);
  await requireOwnedProject({ db }, owner, row.projectId);
  if ((await countShares(db, row.projectId)) >= maxShares) {
    const known = await listShares(db, row.projectId);
    const ended = known.findLast((row) => getState(row, now()) !== "open");
    if (!ended) {
      throw new AppError(
        "conflict",
        "too-many-shares",
        "This project has {count} links, which is the maximum. Please end one first.",
        { params: { count: maxShares } },
      );
    }
    await deleteShare(db, ended.id);
  }
  await insertShare(db, row);
  await noteInOffice({ db, now }, owner, { action: "project.shared", subject: row.projectId });
}

type AskingWords = {
  subject: (project: string, sender: string) => string;
  opening: (sender: string, productName: string) => string;
  request: (project: string) => string;
  password: string;
  meaning: string;
  note: string;
  link: string;
};

const askingWords: Record<Language, AskingWords> = {
  en: {
    subject: (project, sender) => `“${project}” from “${sender}”: please look at it`,
    opening: (sender, productName) =>
      `"${sender}" shared documents with you on ${productName}, a service that puts a date on documents that anyone can check. You don't need an account.`,
    request: (project) => `Please look at "${project}" and press the button "I have seen this" on its page.`,
    password: "The page is protected by a password, which the sender will give you separately.",
    meaning:
      "Pressing the button records that someone with this link did so, when, and under the name you typed. It does not mean that you agree with anything. We show the sender's name as they entered it (not checked). If you didn't expect this email, you can ignore it.",
    note: "The sender adds, in their own words:",
    link: "Open the project",
  },
  es: {
    subject: (project, sender) => `“${project}” de “${sender}”: le pide que lo vea`,
    opening: (sender, productName) =>
      `“${sender}” comparte documentos con usted en ${productName}, un servicio que pone a los documentos una fecha que cualquiera puede comprobar. No necesita una cuenta.`,
    request: (project) => `Por favor, vea “${project}” y pulse en su página el botón “Lo he visto”.`,
    password: "La página tiene una contraseña. El remitente se la dará por separado.",
    meaning:
      "Al pulsar el botón queda constancia de que alguien con este enlace lo hizo, a esa hora, con el nombre que usted escriba. No significa que esté de acuerdo con nada. Mostramos el nombre del remitente tal como lo escribió (sin comprobar). Si no esperaba este correo, puede ignorarlo.",
    note: "El remitente añade, con sus propias palabras:",
    link: "Abrir el proyecto",
  },
};

/** The links of a project and their visits, newest first. Throws `not_found`. */
export async function listProjectShares(
  { db, now }: Pick<Deps, "db" | "now">,
  owner: Actor,
  projectId: string,
): Promise<ShareView[]> {
  await requireOwnedProject({ db }, owner, projectId);
  return describeShares({ db, now }, projectId);
}

/** The same for a project that the caller knows to be the user's; none if it was deleted in the meantime. */
export async function describeShares(
  { db, now }: Pick<Deps, "db" | "now">,
  projectId: string,
): Promise<ShareView[]> {
  return viewShares({ db, now }, await listShares(db, projectId));
}

async function viewShares({ db, now }: Pick<Deps, "db" | "now">, rows: ShareRow[]): Promise<ShareView[]> {
  const openings = await listOpenings(
    db,
    rows.map(({ id }) => id),
    shownOpenings,
  );
  const asked = rows.filter(({ recipient }) => recipient !== null).map(({ id }) => id);
  const links = Map.groupBy(await listMailedLinks(db, "shared-project", asked), ({ subject }) => subject);
  const zones = await findAcknowledgementZones(db, rows);
  return rows.map((row) => {
    const known = { openings: openings.get(row.id), links: links.get(row.id), timeZone: zones.get(row.id) };
    return toShareView(row, known, now());
  });
}

/**
 * Revokes a link immediately. Throws `not_found`, even if the link exists but belongs to another user, and `forbidden`
 * for a link that someone with a higher role in the office made.
 */
export async function endShare(deps: Pick<Deps, "db" | "now">, owner: Actor, id: string): Promise<void> {
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const { projectId, revokedAt, memberId } = await requireOwnedShare(deps, owner, id);
    await requireNotAbove(deps, owner, memberId);
    if (revokedAt !== null) return;
    await revokeShare(deps.db, id, new Date(deps.now()));
    await noteInOffice(deps, owner, { action: "share.ended", subject: projectId });
  });
}

/** The links of an office that still open, oldest first, with the username of their maker. */
export async function listSharesOfOffice(
  { db, now }: Pick<Deps, "db" | "now">,
  officeId: string,
): Promise<OfficeLink[]> {
  return (await listOpenShares(db, officeId, new Date(now()))).map(
    ({ share, project, madeBy, isMember }) => ({
      id: share.id,
      project: { id: share.projectId, name: project },
      label: share.label,
      recipient: share.recipient,
      createdAt: share.createdAt.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      madeBy,
      isMember: isMember !== null,
    }),
  );
}

/** How many links that still open a member made for an office. */
export async function countSharesBy(
  { db, now }: Pick<Deps, "db" | "now">,
  officeId: string,
  memberId: string,
): Promise<number> {
  return (await listOpenShares(db, officeId, new Date(now()), memberId)).length;
}

async function requireOwnedShare({ db }: Pick<Deps, "db">, owner: Actor, id: string): Promise<ShareRow> {
  const row = await findShare(db, id);
  if (!row || !(await findOwnedProject(db, owner.id, row.projectId))) throw shareNotFound();
  return row;
}

function shareNotFound(): AppError {
  return new AppError("not_found", "share-not-found", "This link does not exist.");
}

function getState({ revokedAt, expiresAt }: ShareRow, now: number): ShareView["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= now ? "expired" : "open";
}

/** An email is tried for a day. Before it is first written, there is no link. */
const maxWait = 2 * day;

/**
 * What is known of the request's only email, in which all of `links` are. Null once the request has ended, because its
 * links, which say so, end with it.
 */
function getDelivery(row: ShareRow, links: MailedLink[], now: number): Delivery | null {
  if (row.recipient === null || getState(row, now) !== "open") return null;
  const [link] = links;
  if (!link) return now < row.createdAt.getTime() + maxWait ? "waiting" : "unknown";
  if (link.mailedAt !== null) return "sent";
  const { state } = link;
  if (state === "saved" || state === "failed") return state;
  return state === "queued" || state === "sending" ? "waiting" : "unknown";
}

/** What is known of a share besides its row. `timeZone`: on the stamp of its acknowledgement. */
type KnownOfShare = {
  openings?: OpeningRow[] | undefined;
  links?: MailedLink[] | undefined;
  timeZone?: string | undefined;
};

function toShareView(
  row: ShareRow,
  { openings = [], links = [], timeZone }: KnownOfShare,
  now: number,
): ShareView {
  return {
    id: row.id,
    label: row.label,
    downloads: row.downloads,
    hasPassword: row.passwordHash !== null,
    state: getState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    openCount: row.openCount,
    recipient: row.recipient,
    delivery: getDelivery(row, links, now),
    acknowledgement: readAcknowledgement(row, timeZone),
    openings: openings.map(({ openedAt, lastOpenedAt, browser, system }) => ({
      openedAt: openedAt.toISOString(),
      lastOpenedAt: lastOpenedAt.toISOString(),
      browser,
      system,
    })),
  };
}

function readAcknowledgement(row: ShareRow, timeZone: string | undefined): ShareView["acknowledgement"] {
  const { acknowledgedAt, acknowledgedBy, acknowledgedMessage, acknowledgementId } = row;
  if (acknowledgedAt === null || acknowledgedBy === null || acknowledgementId === null) return null;
  return {
    at: acknowledgedAt.toISOString(),
    ...(timeZone !== undefined && { timeZone }),
    name: acknowledgedBy,
    message: acknowledgedMessage,
    documentId: acknowledgementId,
  };
}
