import { randomBytes } from "node:crypto";
import { z } from "zod";

const idAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random ID with Stripe's prefix, such as `pi_3k…`. */
export function newId(prefix: string, length = 24): string {
  const characters = [...randomBytes(length)].map((byte) => idAlphabet[byte % idAlphabet.length]);
  return `${prefix}_${characters.join("")}`;
}

/** The `error` object of an answer. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
};

/** An error, which the official client turns into one of its typed errors. Anything stored before it remains stored. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

type Details = Pick<ErrorBody, "code" | "param" | "payment_intent">;

export function invalidRequest(message: string, details: Details = {}, status = 400): StripeError {
  return new StripeError(status, { type: "invalid_request_error", message, ...details });
}

/** The object with this ID. Throws 404 for an unknown ID in the path, and 400 for one in the parameter `param`. */
export function find<T>(objects: ReadonlyMap<string, T>, kind: string, id: string, param?: string): T {
  const found = objects.get(id);
  if (found !== undefined) return found;
  const details = { code: "resource_missing", param: param ?? "id" };
  throw invalidRequest(`No such ${kind}: '${id}'`, details, param === undefined ? 404 : 400);
}

/** Parameters as Stripe nests them: `a[b]=1` is a group, `a[0]=1` and `a[]=1` are lists. */
export type Params = { [name: string]: string | Params | (string | Params)[] };

/** Parses a form-encoded body or a query string with nested names. The last of repeated names counts. */
export function parseForm(encoded: string): Params {
  const root: Params = {};
  for (const [key, value] of new URLSearchParams(encoded)) {
    const [head = "", rest = ""] = [key.split("[", 1)[0], key.slice(key.indexOf("["))];
    const names = [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, name = ""]) => name)];
    let group = root;
    for (const [depth, given] of names.entries()) {
      const name = given === "" ? String(Object.keys(group).length) : given;
      if (depth === names.length - 1) {
        group[name] = value;
        break;
      }
      const inner = group[name];
      group[name] = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
      group = group[name];
    }
  }
  return withLists(root);
}

/** Converts groups whose names are all indexes to lists. */
function withLists(group: Params): Params {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => {
      if (typeof value === "string" || Array.isArray(value)) return [name, value];
      const inner = withLists(value);
      const isList = Object.keys(inner).length > 0 && Object.keys(inner).every((key) => /^\d+$/.test(key));
      return [name, isList ? Object.values(inner).filter((one) => !Array.isArray(one)) : inner];
    }),
  );
}

export const text = z.string().min(1);
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, "it must be an integer")
  .transform(Number);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const metadata = z.record(z.string().max(40), z.string().max(500)).or(z.literal(""));
/** The parameters of all list calls. */
export const listParams = { limit: wholeNumber.optional() };

/** Keeps keys that are not named, removes keys with an empty value, and removes all keys if the metadata is empty. */
export function mergeMetadata(
  current: Record<string, string>,
  given: z.infer<typeof metadata> = {},
): Record<string, string> {
  if (given === "") return {};
  return Object.fromEntries(Object.entries({ ...current, ...given }).filter(([, value]) => value !== ""));
}

/** Lists the newest objects first. `all` is in order of creation. */
export function listPage<T>(all: Iterable<T>, url: string, limit = 10) {
  const newestFirst = [...all].reverse();
  return { object: "list", url, has_more: newestFirst.length > limit, data: newestFirst.slice(0, limit) };
}

/**
 * Checks the parameters of a call. Throws Stripe's error for a parameter that is missing, invalid or unknown.
 * Parameters that this fake does not support count as unknown; none is ignored.
 */
export function readParams<T>(schema: z.ZodType<T>, params: Params): T {
  const { success, data, error } = schema.safeParse(params);
  if (success) return data;
  const [issue] = error.issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys : [])];
  const param = path.map((name, depth) => (depth === 0 ? String(name) : `[${String(name)}]`)).join("");
  if (issue?.code === "unrecognized_keys") {
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  if (issue?.message.endsWith("received undefined")) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const code = issue?.message.endsWith("an integer") ? "parameter_invalid_integer" : undefined;
  throw invalidRequest(`Invalid ${param}: ${issue?.message}`, { ...(code ? { code } : {}), param });
}
