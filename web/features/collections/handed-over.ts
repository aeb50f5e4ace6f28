/** A file that was chosen on the dashboard; `documentId`: the document it is already, if it was uploaded. */
export type HandedOverFile = { file: File; documentId: string | undefined };

let waiting: HandedOverFile[] | undefined;
const replacedBy = new Map<string, string[]>();

/** Files that shall be one collection instead of documents, for the page of the new collection, which opens next. */
export function handOver(given: HandedOverFile[]): void {
  waiting = given;
}

/** What was handed over last; only once, since a later visit starts empty. */
export function takeHandedOver(): HandedOverFile[] | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

/** The documents of files that a collection lists are to be deleted once it is attested. */
export function rememberReplaced(collectionId: string, documentIds: string[]): void {
  if (documentIds.length > 0) replacedBy.set(collectionId, documentIds);
}

/** The documents that the collection replaces; only once. After a reload there are none: nothing is deleted then. */
export function takeReplaced(collectionId: string): string[] {
  const taken = replacedBy.get(collectionId) ?? [];
  replacedBy.delete(collectionId);
  return taken;
}
