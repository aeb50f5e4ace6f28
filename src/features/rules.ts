import type { ZodError } from "zod";
import { AppError, type FieldIssue, type Params, type Said, say } from "../errors.ts";

const rules = new Map<string, Said>();

/** The message of a schema rule. zod keeps only a sentence, so code and parameters are looked up again here. */
export function rule(code: string, text: string, params?: Params): string {
  const said = say({ code, text, ...(params ? { params } : {}) });
  rules.set(said.message, said);
  return said.message;
}

type Issue = { path: readonly PropertyKey[]; message: string; code?: string | undefined };

/** Schema violations with our rules' codes; others have zod's code, such as "invalid-type". */
export function toFieldIssues(issues: readonly Issue[]): FieldIssue[] {
  return issues.map(({ path, message, code = "invalid" }) => ({
    path: path.map(String).join("."),
    ...(rules.get(message) ?? { message, code: code.replaceAll("_", "-") }),
  }));
}

/** Without this limit, a list of 50,000 invalid files would get a response of 20 MB. */
const maxIssues = 100;

/** The error for a schema violation, with the first sentence; `field` names a value that has no path. */
export function invalidInput({ issues: found }: ZodError, field?: string): AppError {
  const issues = toFieldIssues(found.slice(0, maxIssues)).map((issue) => ({
    ...issue,
    path: field ?? issue.path,
  }));
  const [first] = issues;
  if (!first) return new AppError("invalid", "request-invalid", "The request is not valid.");
  const { code, message: text, params } = first;
  return AppError.from("invalid", { code, text, ...(params ? { params } : {}) }, { issues });
}
