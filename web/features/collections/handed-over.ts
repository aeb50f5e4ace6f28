/**
 * Files that were chosen on the dashboard for separate documents, and shall be a collection instead; `documentIds`:
 * those that were uploaded already, to be deleted once the collection is attested.
 */
export type HandedOver = { files: File[]; documentIds: string[] };

let waiting: HandedOver | undefined;

/** For the page of the new collection, which is opened next. */
export function handOver(given: HandedOver): void {
  waiting = given;
}

/** What was handed over last; only once, since a later visit starts empty. */
export function takeHandedOver(): HandedOver | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}
