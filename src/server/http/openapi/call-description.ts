import type { ErrorKind } from "../../../errors.ts";
import type { LimitName } from "../../../platform/rate-limits.ts";
import type { Group } from "./groups.ts";

/** The description of a call, beyond what follows from its guard, input and output. */
export type CallDescription = {
  group: Group;
  summary: string;
  about: About;
  limits: Limits;
  /** Errors beyond those that follow from its guard, input, path and limits. */
  refusals?: readonly ErrorKind[];
  /** For calls that create or spend: whether a request with an Idempotency-Key is answered once (idempotency.ts). */
  idempotency?: Idempotency;
};

/**
 * What a call reads or changes, and so whom it must refuse. It enforces nothing: the guard does, and tests make the
 * call as those whom it must refuse.
 */
export type About = "one document" | "the caller" | "a secret link" | "clients, for admins" | "the public";

/**
 * The limits in which a call counts and that can refuse it, or why it needs none. The feature takes from them; tests
 * make the call and compare what was counted.
 */
export type Limits = readonly [LimitName, ...LimitName[]] | { none: string };

/** Why calls of these kinds need no limit. */
export const noLimit = {
  ownRows: { none: "reads the caller's own rows, one page at a time" },
  oneRow: { none: "changes one row" },
  secretLink: { none: "256 random bits cannot be guessed, and the call reads one row" },
  forAdmins: { none: "only for admins; the audit log records access to clients' data" },
  fromMemory: { none: "answers from memory" },
} as const satisfies Record<string, Limits>;

/** Of a call that asks the owner for a proof. */
export const proofLimits = ["passwordChangesPerAccount", "wrongProofCodesPerAccount"] as const;

/** Of a sign-in that may ask for a code of an authenticator app. */
export const codeLimits = [
  "wrongCodesPerAccountAndAddress",
  "wrongCodesPerAccount",
  "wrongCodesPerDevice",
] as const;

/** Of a call that emails a link to someone else. */
export const mailLimits = [
  "mailsPerAccount",
  "mailsPerAddress",
  "mailsPerSender",
  "mailsPerRecipient",
] as const;

/** Of a call that emails a link by which its owner confirms an address. */
export const confirmationLimits = [
  "confirmationsPerAccount",
  "firstConfirmationPerRecipientAndAddress",
  "firstConfirmationsPerRecipient",
  "moreConfirmationsPerRecipientAndAddress",
  "moreConfirmationsPerRecipient",
] as const;

/** What happens to the answer: kept for a day, or, if it has a secret, only that there was one. */
export type Idempotency = "kept" | "noted";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The REST call that is an alias of a procedure, next to whose guard it is written. */
export type RestAlias = CallDescription & {
  /** Method and path, e.g. "GET /api/projects/:id". */
  route: `${Method} /api/${string}`;
};
