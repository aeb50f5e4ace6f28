import { AppError } from "../../errors.ts";

/** The parameters of a query string. A repeated parameter is ambiguous: throws `invalid`. */
export function queryOnce(queries: Record<string, string[]>): Record<string, string> {
  const once: Record<string, string> = {};
  for (const [name, values] of Object.entries(queries)) {
    const [value, second] = values;
    if (value === undefined || second !== undefined) {
      throw new AppError("invalid", "parameter-repeated", "Please give {name} only once.", {
        params: { name },
      });
    }
    once[name] = value;
  }
  return once;
}
