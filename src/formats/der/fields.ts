import { MalformedDer } from "./malformed.ts";
import type { Der } from "./read.ts";
import { tags } from "./tags.ts";

/** The parts of a value, taken in their order. Throws `MalformedDer` where a part is not the expected one. */
export type Fields = {
  /** The next part, of any tag when none is given. */
  take(tag?: number): Der;
  /** The next part if it has this tag. */
  optional(tag: number): Der | undefined;
  /** Everything that is left. */
  rest(): Der[];
  /** True when nothing is left. */
  isAtEnd(): boolean;
  /** Throws when something is left. */
  end(): void;
};

/** The parts of a value that must have this tag; a SEQUENCE unless said otherwise. */
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

/** The value itself, if it has this tag. */
export function expectTag(der: Der, tag: number): Der {
  if (der.tag !== tag) throw new MalformedDer(`tag ${der.tag} where ${tag} belongs`);
  return der;
}

/** The one value inside an explicit tag or a set of one. */
export function onlyPart(der: Der): Der {
  const [part, ...more] = der.parts;
  if (!part || more.length > 0) throw new MalformedDer("one value belongs here");
  return part;
}
