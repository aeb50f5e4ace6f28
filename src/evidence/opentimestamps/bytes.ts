import { sameBytes } from "../hash.ts";

/** The one error that reading a proof throws, whatever the bytes are. Its message is for developers. */
export class MalformedProof extends Error {
  override readonly name = "MalformedProof";
}

/** Takes bytes from the front. Throws MalformedProof where they end too early or a number is too large. */
export class Bytes {
  readonly #content: Uint8Array;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = content;
  }

  isAtEnd(): boolean {
    return this.#at === this.#content.length;
  }

  take(count: number): Uint8Array {
    const taken = this.#content.slice(this.#at, this.#at + count);
    if (taken.length !== count) throw new MalformedProof("The bytes end too early.");
    this.#at += count;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  expect(expected: Uint8Array): void {
    if (!sameBytes(this.take(expected.length), expected))
      throw new MalformedProof("Other bytes belong here.");
  }

  /** A number of seven bits a byte, the lowest first. */
  unsigned(most: number): number {
    let value = 0;
    for (let weight = 1; weight <= most; weight *= 0x80) {
      const byte = this.byte();
      value += (byte % 0x80) * weight;
      if (value > most) break;
      if (byte < 0x80) return value;
    }
    throw new MalformedProof("A number is too large.");
  }

  /** Bytes behind their number. */
  withLength(most: number): Uint8Array {
    return this.take(this.unsigned(most));
  }
}
