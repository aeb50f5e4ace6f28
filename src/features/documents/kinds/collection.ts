import {
  type CollectionStatement,
  checkCollectionStatement,
} from "../../../evidence/collection-statement.ts";
import { isJwsSignedNatively } from "../../../evidence/ed25519-natively.ts";
import type { StartedDocument } from "../../../issuing/attestations/document-row.ts";
import { factsOf, type Kind } from "./kind.ts";
import { statementFacts } from "./statement-facts.ts";

/** Files that stay with their owner, attested by their fingerprints. Its names are its own, not those of its files. */
export const collection: Kind = {
  holds: "list",
  charge: "plan",
  countsOriginal: true,
  generated: null,
  isEntry: true,
  hasVersions: true,
  completion: "collection.attested",
  state: build,
  check(document, signed, keys) {
    const checked = checkCollectionStatement(signed, keys, isJwsSignedNatively);
    return "error" in checked ? checked : { signed: checked.statement, row: build(document) };
  },
};

function build(document: StartedDocument): CollectionStatement {
  const { files, bytes, root, list } = factsOf(document.collection);
  return { ...statementFacts(document), kind: "collection", files, bytes, root, list };
}
