type Issue = { path: string | readonly PropertyKey[]; message: string };

/** The first error message of each field, by field name. */
export function firstIssues(issues: readonly Issue[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = typeof path === "string" ? path : path.map(String).join(".");
    byField[name] ??= message;
  }
  return byField;
}
