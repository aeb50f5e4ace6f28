import type { NoticeKind } from "../../../db/columns/notices.ts";
import { findActor } from "../accounts/accounts.service.ts";
import { findConfirmedReader } from "../accounts/owner-mails.service.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { nameSender } from "../documents/email.service.ts";
import { defang } from "../mail/defang.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { addNotice, wantsMail } from "../notices/notices.service.ts";
import { type OfficeEvent, officeLetter, officeSubject } from "./office-letters.ts";
import { listMembers } from "./offices.repo.ts";

/** What happened in an office that an intruder could hide from its owners, or that ends the work of its members. */
type OfficeNews = {
  event: OfficeEvent;
  /** Who became an owner, or no longer is one. */
  personId?: string;
  /** When the office closes, or the person's account is deleted. */
  at?: Date;
  /** How many of their links and webhooks a person left behind. */
  links?: number;
  webhooks?: number;
  /** The domain that is verified, or no longer. */
  domain?: string;
  /** Who did it; null: time has passed, or the server found it out. */
  actorId: string | null;
};

const actions: Record<OfficeEvent, string> = {
  closing: "office.closing",
  kept: "office.kept",
  closed: "office.closed",
  added: "office_owner.added",
  demoted: "office_owner.demoted",
  removed: "office_owner.removed",
  leaving: "office_owner.leaving",
  staying: "office_owner.staying",
  leftBehind: "office_member.left",
  domainVerified: "office_domain.verified",
  domainLost: "office_domain.lost",
};

/** All members are told whether their office goes on. The rest is for owners and the person concerned. */
const forMembers: ReadonlySet<OfficeEvent> = new Set(["closing", "kept", "closed"]);

/** What owners also find at the bell; they choose whether it is emailed. The rest always is. */
const notices: Partial<Record<OfficeEvent, NoticeKind>> = { domainLost: "domain-lost" };

/**
 * In the transaction of the change, or before that of an office's end: tells the people whom it concerns and who have a
 * confirmed address, and writes it into the operator's audit log, which survives the office. Call
 * `deps.jobEvents.queued()` after it.
 */
export async function tellOffice(
  deps: Pick<Deps, "config" | "db" | "now">,
  officeId: string,
  { event, personId, at, links = 0, webhooks = 0, domain, actorId }: OfficeNews,
): Promise<void> {
  const office = await findActor(deps, officeId);
  if (!office) return;
  const { productName } = deps.config;
  const createdAt = new Date(deps.now());
  const detail = {
    ...(personId !== undefined && { person: personId }),
    ...(event === "leftBehind" && { links, webhooks }),
    ...(domain !== undefined && { domain }),
  };
  await writeAudit(deps.db, { actorId, action: actions[event], subject: officeId, detail, createdAt });
  const person = personId === undefined ? undefined : await findActor(deps, personId);
  const names = { office: nameSender(office), person: person ? nameSender(person) : "" };
  const members = await listMembers(deps.db, officeId);
  const told = members.filter(({ role }) => role === "owner" || forMembers.has(event)).map(({ id }) => id);
  const concerned = personId === undefined || event === "leftBehind" ? [] : [personId];
  for (const userId of new Set([...told, ...concerned])) {
    const kind = notices[event];
    if (kind) await addNotice(deps, userId, { kind, officeId });
    if (kind && !(await wantsMail(deps, userId, kind))) continue;
    const reader = await findConfirmedReader(deps, userId);
    if (!reader) continue;
    await enqueueMail(deps, {
      to: reader.to,
      userId,
      subject: officeSubject(productName),
      letter: officeLetter(reader.language, {
        event,
        productName,
        ...names,
        links,
        webhooks,
        domain: defang(domain ?? ""),
        at: at ?? createdAt,
      }),
    });
  }
}
