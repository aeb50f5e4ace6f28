import { MalformedDer } from "./malformed.ts";
import type { Der } from "./read.ts";
import { tags } from "./tags.ts";

/** The parts of a value, read in order. Throws `MalformedDer` if a part is not the expected one. */
export type Fields = {
  /** The next part; any tag is accepted if none is given. */
  take(tag?: number): Der;
  /** The next part if it has this tag. */
  optional(tag: number): Der | undefined;
  /** All remaining parts. */
  rest(): Der[];
  /** True if no parts are left. */
  isAtEnd(): boolean;
  /** Throws if parts are left. */
  end(): void;
};

/** Reads the parts of a value that must have this tag (default: SEQUENCE). */
export function readFields(der: Der, tag: number = tags.sequence): Fields {
  const { parts } = expectTag(der, tag);
  let next = 0;
  const optional = (wanted: number) => (parts[next]?.tag === wanted ? parts[next++] : undefined);
  return {
    take(wanted) {
      const part = wanted === undefined ? parts[next++] : optional(wanted);
      if (!part) throw new MalformedDer("a field is missing");
      return part;
    },
    optional,
    rest() {
      const left = parts.slice(next);
      next = parts.length;
      return left;
    },
    isAtEnd: () => next === parts.length,
    end() {
      if (next !== parts.length) throw new MalformedDer("an unknown field");
    },
  };
}

/** Returns the value unchanged if it has this tag; throws `MalformedDer` otherwise. */
export function expectTag(der: Der, tag: number): Der {
  if (der.tag !== tag) throw new MalformedDer(`tag ${der.tag} where ${tag} belongs`);
  return der;
}

/** The single value inside an explicit tag or a one-element SET. */
export function onlyPart(der: Der): Der {
  const [part, ...more] = der.parts;
  if (!part || more.length > 0) throw new MalformedDer("one value belongs here");
  return part;
}
