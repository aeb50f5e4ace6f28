import { readSerialPart } from "../../evidence/serial-number.ts";
import { type Actor, requireAdmin, usernameKey } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { toDocumentView } from "../documents/documents.ts";
import type { AdminDocumentView } from "./admin.output.schema.ts";
import { maxFound, type SearchKey } from "./admin.schema.ts";
import { type FoundDocument, findDocumentsWithClients } from "./document-search.repo.ts";

/** A term in its stored form, however it was typed; undefined if no key contains it. */
const asStored: Record<SearchKey, (term: string) => string | undefined> = {
  email: (term) => term,
  serial: readSerialPart,
  username: usernameKey,
};

/**
 * The newest documents, at most 100, whose email, serial number or username contains the term; for admins. Throws
 * `forbidden`.
 */
export async function searchDocuments(
  deps: Pick<Deps, "db">,
  admin: Actor,
  { by, term }: { by: SearchKey; term: string },
): Promise<AdminDocumentView[]> {
  requireAdmin(admin);
  const text = asStored[by](term);
  return text === undefined
    ? []
    : (await findDocumentsWithClients(deps.db, by, text, maxFound)).map(toClientDocument);
}

export function toClientDocument({ document, client }: FoundDocument): AdminDocumentView {
  const { displayName: _name, note: _note, recipient: _recipient, ...view } = toDocumentView(document);
  return {
    ...view,
    userFirstName: client?.firstName ?? null,
    userLastName: client?.lastName ?? null,
    username: client?.username ?? null,
    userEmail: client?.email ?? null,
  };
}
