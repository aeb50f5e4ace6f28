/** A request's parameters as Stripe nests them: `a[b]=1` is a group, `a[0]=1` and `a[]=1` are lists. */
export type Param = string | Param[] | Params;
export type Params = { [name: string]: Param };

/** Reads a form-encoded body or query string with nested keys. Later keys win, as they do with Stripe. */
export function parseForm(encoded: string): Params {
  const root: Params = {};
  for (const [key, value] of new URLSearchParams(encoded)) place(root, pathOf(key), value);
  return listsOf(root);
}

function pathOf(key: string): string[] {
  const head = key.split("[", 1)[0] ?? key;
  return [head, ...[...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "")];
}

function place(group: Params, path: string[], value: string): void {
  const [head = "", ...rest] = path;
  const name = head === "" ? String(Object.keys(group).length) : head;
  if (rest.length === 0) {
    group[name] = value;
    return;
  }
  const inner = group[name];
  const next: Params = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  group[name] = next;
  place(next, rest, value);
}

/** Groups whose names are all indexes become lists. */
function listsOf(group: Params): Params {
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, listOrGroup(value)]));
}

function listOrGroup(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const group = listsOf(value);
  const names = Object.keys(group);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(group) : group;
}
