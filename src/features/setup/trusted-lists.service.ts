import { type ListSigner, readListSigners, territoriesOf } from "../../evidence/trust-lists/list-signers.ts";
import { readListStates } from "../../issuing/tsa/trusted-lists.service.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { TrustedListsView } from "./setup.output.schema.ts";

/**
 * The trusted lists of this server, whether they still hold, and who may sign those that it fetches, for admins. Only
 * commands and settings change them. Throws `forbidden`.
 */
export async function readTrustedLists(
  deps: Pick<Deps, "config" | "db" | "now">,
  admin: Actor,
): Promise<TrustedListsView> {
  requireAdmin(admin);
  const { trustedLists, trustedListSigners = "" } = deps.config;
  const signers = readListSigners(new TextEncoder().encode(trustedListSigners));
  return {
    lists: (await readListStates(deps)).map(({ list, state }) => ({
      territory: list.territory,
      operator: list.operator,
      sequence: list.sequence,
      issued: list.issued.toISOString(),
      nextUpdate: list.nextUpdate?.toISOString() ?? null,
      services: list.services.length,
      state,
    })),
    addresses: [...trustedLists],
    signers: signers.map((signer) => describeSigner(signer, new Date(deps.now()))),
  };
}

const describeSigner = (signer: ListSigner, now: Date) => ({
  name: signer.subject.text,
  territories: territoriesOf(signer),
  until: signer.notAfter.toISOString(),
  hasEnded: signer.notAfter < now,
});
