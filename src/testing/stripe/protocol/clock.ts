/** Real time plus what a test has advanced it by, in whole seconds since 1970 as Stripe counts. */
export class Clock {
  private offset = 0;

  now(): number {
    return Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Never goes back. */
  advanceTo(second: number): void {
    this.offset += Math.max(0, second - this.now());
  }
}
