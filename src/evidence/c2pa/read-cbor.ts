import {
  type Cbor,
  type CborMap,
  compareBytes,
  MalformedCredentials,
  major,
  simple,
  Tagged,
} from "./cbor.ts";

const deepest = 16;

/**
 * Reads one value that fills `bytes`. Accepts only the deterministic encoding (RFC 8949, 4.2.1), so each value has
 * exactly one form. Throws `MalformedCredentials`. Runs in browsers.
 */
export function readCbor(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new MalformedCredentials("Bytes follow the value.");
  return value;
}

class Reader {
  at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  value(depth: number): Cbor {
    if (depth > deepest) throw new MalformedCredentials("Values are nested too deeply.");
    const { kind, argument } = this.#head();
    if (kind === major.unsigned) return argument;
    if (kind === major.negative) return -1 - argument;
    if (kind === major.bytes) return this.#take(argument);
    if (kind === major.text) return getText(this.#take(argument));
    if (kind === major.array) return this.#array(argument, depth + 1);
    if (kind === major.map) return this.#map(argument, depth + 1);
    if (kind === major.tag) return new Tagged(argument, this.value(depth + 1));
    if (argument === simple.null) return null;
    if (argument === simple.true || argument === simple.false) return argument === simple.true;
    throw new MalformedCredentials("A simple value is unknown.");
  }

  #array(count: number, depth: number): Cbor[] {
    const values: Cbor[] = [];
    for (let index = 0; index < count; index++) values.push(this.value(depth));
    return values;
  }

  #map(count: number, depth: number): CborMap {
    const map: CborMap = new Map();
    let before: Uint8Array | undefined;
    for (let index = 0; index < count; index++) {
      const start = this.at;
      const key = this.value(depth);
      const encoded = this.bytes.subarray(start, this.at);
      if (typeof key !== "string" && typeof key !== "number")
        throw new MalformedCredentials("A key is neither a text nor a number.");
      if (before && compareBytes(before, encoded) >= 0)
        throw new MalformedCredentials("Keys are out of order.");
      before = encoded;
      map.set(key, this.value(depth));
    }
    return map;
  }

  #head(): { kind: number; argument: number } {
    const [first = 0] = this.#take(1);
    const [kind, short] = [first >> 5, first & 31];
    if (short < 24) return { kind, argument: short };
    if (short > 26 || kind === major.simple)
      throw new MalformedCredentials("A number has an unsupported form.");
    const argument = this.#take(1 << (short - 24)).reduce((sum, byte) => sum * 256 + byte, 0);
    const least = short === 24 ? 24 : short === 25 ? 0x100 : 0x1_0000;
    if (argument < least) throw new MalformedCredentials("A number is not in its shortest form.");
    return { kind, argument };
  }

  #take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new MalformedCredentials("A value is truncated.");
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

function getText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new MalformedCredentials("A text is not UTF-8.", { cause: error });
  }
}
