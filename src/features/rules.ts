import type { ZodError } from "zod";
import { AppError, type FieldIssue, type Params, type Said, say } from "../errors.ts";

const rules = new Map<string, Said>();

/** The message of a rule in a schema. zod keeps a sentence only; its code and parameters are found again here. */
export function rule(code: string, text: string, params?: Params): string {
  const said = say({ code, text, ...(params ? { params } : {}) });
  rules.set(said.message, said);
  return said.message;
}

type Issue = { path: readonly PropertyKey[]; message: string; code?: string | undefined };

/** What a schema refused, with the codes of our rules; anything else has zod's own code, such as "invalid-type". */
export function toFieldIssues(issues: readonly Issue[]): FieldIssue[] {
  return issues.map(({ path, message, code = "invalid" }) => ({
    path: path.map(String).join("."),
    ...(rules.get(message) ?? { message, code: code.replaceAll("_", "-") }),
  }));
}

/** The error for what a schema refused, with the first sentence; `field` is the name of a value that has no path. */
export function invalidInput({ issues: found }: ZodError, field?: string): AppError {
  const issues = toFieldIssues(found).map((issue) => ({ ...issue, path: field ?? issue.path }));
  const [first] = issues;
  if (!first) return new AppError("invalid", "request-invalid", "The request is not valid.");
  const { code, message: text, params } = first;
  return AppError.from("invalid", { code, text, ...(params ? { params } : {}) }, { issues });
}
