import { invalidRequest } from "./faults.ts";

const MAX_DEPTH = 4;

export type Fields = Record<string, unknown>;

export type Library = {
  /** The object that an id names, if there is one. */
  byId: (id: string) => object | undefined;
  /** Fields that exist only when asked for, such as an invoice's `confirmation_secret`. */
  includable: (object: Fields, field: string) => unknown;
};

/** A copy of an answer in which every path of `expand[]` is widened from an id to its object. */
export function expanded(answer: object, paths: readonly string[], library: Library): Fields {
  const copy: Fields = { ...structuredClone(answer) };
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length - (steps[0] === "data" ? 1 : 0) > MAX_DEPTH) {
      throw invalidRequest("You cannot expand more than 4 levels of a property.", { param: "expand" });
    }
    widen(copy, steps, path, library);
  }
  return copy;
}

function widen(object: Fields, steps: string[], path: string, library: Library): void {
  const [field, ...rest] = steps;
  if (field === undefined) return;
  const value = field in object ? object[field] : library.includable(object, field);
  if (value === undefined) throw notExpandable(path);
  object[field] = typeof value === "string" ? widenedId(value, path, library) : value;
  for (const inner of innersOf(object[field])) widen(inner, rest, path, library);
}

function widenedId(id: string, path: string, library: Library): object {
  const found = library.byId(id);
  if (found === undefined) throw notExpandable(path);
  return structuredClone(found);
}

function innersOf(value: unknown): Fields[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one): one is Fields => typeof one === "object" && one !== null);
}

function notExpandable(path: string) {
  const message = `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if it is a list.`;
  return invalidRequest(message, { param: "expand" });
}
