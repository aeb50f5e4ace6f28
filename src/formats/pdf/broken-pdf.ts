/** The bytes do not say what they must at this place. Never reaches the user: it starts a repair or a refusal. */
export class BrokenPdf extends Error {
  constructor(what: string) {
    super(what);
    this.name = "BrokenPdf";
  }
}
