/** Thrown when the bytes are invalid at some place. Users never see it: it leads to a repair or a refusal. */
export class BrokenPdf extends Error {
  constructor(what: string) {
    super(what);
    this.name = "BrokenPdf";
  }
}
