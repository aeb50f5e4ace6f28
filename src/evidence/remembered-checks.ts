const maxRemembered = 512;

/**
 * Caches the results of recent signature checks. Files that are verified together repeat the same checks: every
 * time-stamp has the same certificates above it. `key` must contain everything that the result depends on. Runs in
 * browsers.
 */
export function rememberChecks(): (key: string, check: () => boolean) => boolean {
  const answers = new Map<string, boolean>();
  return (key, check) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = check();
    if (answers.size >= maxRemembered) answers.delete(answers.keys().next().value ?? "");
    answers.set(key, answer);
    return answer;
  };
}
