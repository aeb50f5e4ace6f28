/** Photos that were chosen on another page; `documentId`: the document one is already, if it was uploaded. */
export type HandedOverPhotos = {
  photos: { file: File; documentId: string | undefined }[];
  /** Where their PDF belongs; empty for no project. */
  projectId: string;
};

let waiting: HandedOverPhotos | undefined;

/** Photos that shall be one PDF, for the page of photographed pages, which opens next. */
export function handOverPhotos(given: HandedOverPhotos): void {
  waiting = given;
}

/** What was handed over last; only once, since a later visit starts empty. */
export function takePhotos(): HandedOverPhotos | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}
