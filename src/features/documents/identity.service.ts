import { AppError } from "../../errors.ts";
import { attestedOffice } from "../../evidence/attestation.ts";
import { maxStatedAddressLength, type StatedIdentity } from "../../evidence/stated-identity.ts";
import { findActor } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import type { Deps } from "../deps.ts";

type IdentityChoices = {
  showName?: boolean | undefined;
  showEmail?: boolean | undefined;
  /** As `findStatedDomain` says: an office has one also where no member acts for it, a person none. */
  domain?: StatedIdentity["domain"];
};
type Identity = { clientName: string; identity: StatedIdentity | null };

/**
 * In the transaction that starts a document: to whom it is issued. An office is the client itself, unless the member
 * who starts it chose to be named; then they are the client, for the office. The statement keeps what is true now,
 * whatever happens to the domain, the member or the office afterward. Throws `conflict` if the person chose to show an
 * address that they have not confirmed.
 */
export async function readIdentity(
  deps: Pick<Deps, "db" | "now">,
  owner: Actor,
  { showName = false, showEmail = false, domain }: IdentityChoices,
): Promise<Identity> {
  const isAsked = showEmail || (showName && owner.member !== undefined);
  const person = isAsked ? await findActor(deps, owner.member?.id ?? owner.id) : undefined;
  const isNamed = showName && owner.member !== undefined && person !== undefined;
  const identity: StatedIdentity = {
    ...(isNamed && { office: attestedOffice(buildClientName(owner)) }),
    ...(domain && { domain }),
    ...(showEmail && { email: statedAddress(person) }),
  };
  return {
    clientName: buildClientName(isNamed ? person : owner),
    identity: Object.keys(identity).length > 0 ? identity : null,
  };
}

/** The operator may have set an administrator's address, which then no email has confirmed. */
function statedAddress(person: Actor | undefined): NonNullable<StatedIdentity["email"]> {
  const { email, emailConfirmedAt, isAdmin } = person ?? {};
  if (email && emailConfirmedAt && !isAdmin && email.length <= maxStatedAddressLength)
    return { address: email, on: emailConfirmedAt.toISOString().slice(0, 10) };
  throw new AppError(
    "conflict",
    "email-not-shown",
    "Only an address that you confirmed with a link in an email can appear on a certificate, and no administrator's.",
  );
}
