import { invalidRequest } from "./faults.ts";
import type { Param, Params } from "./form.ts";

/** Refuses what this stand-in does not handle, so that no parameter is ever ignored in silence. */
export function onlyKnown(params: Params, known: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (known.includes(name) || name === "expand") continue;
    const message = `Received unknown parameter: ${name}`;
    throw invalidRequest(message, { code: "parameter_unknown", param: name });
  }
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || typeof value === "string") return value;
  throw invalidRequest("Invalid string", { code: "parameter_invalid_string", param: name });
}

/** Empty text unsets a field, as Stripe reads it. */
export function textOrNull(params: Params, name: string): string | null {
  return text(params, name) || null;
}

export function requiredText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
  }
  if (value === "") {
    const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
    throw invalidRequest(message, { code: "parameter_invalid_empty", param: name });
  }
  return value;
}

export function wholeNumber(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw invalidRequest(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param: name });
}

export function requiredWholeNumber(params: Params, name: string): number {
  requiredText(params, name);
  return wholeNumber(params, name) ?? 0;
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  if (value === undefined || value === "") return undefined;
  if (value === "true" || value === "false") return value === "true";
  throw invalidRequest(`Invalid boolean: ${value}`, { param: name });
}

/** One of the values that Stripe names, or undefined when the parameter is absent. */
export function choice<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = text(params, name);
  if (value === undefined || value === "") return undefined;
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  throw invalidRequest(`Invalid ${name}: must be one of ${values.join(", ")}`, { param: name });
}

export function group(params: Params, name: string): Params | undefined {
  return asGroup(params[name], name);
}

export function groups(params: Params, name: string): Params[] {
  return list(params, name).map((value) => asGroup(value, name) ?? {});
}

export function texts(params: Params, name: string): string[] | undefined {
  if (params[name] === undefined) return undefined;
  return list(params, name).map((value) => (typeof value === "string" ? value : ""));
}

function list(params: Params, name: string): Param[] {
  const value = params[name];
  if (value === undefined || value === "") return [];
  if (Array.isArray(value)) return value;
  throw invalidRequest("Invalid array", { param: name });
}

function asGroup(value: Param | undefined, name: string): Params | undefined {
  if (value === undefined || value === "") return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw invalidRequest("Invalid object", { param: name });
}
