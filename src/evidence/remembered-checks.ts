const maxRemembered = 512;

/**
 * Keeps the answers of the last checks. Signatures are asked for again and again while files are looked at together:
 * the same certificates stand behind every time-stamp. `key` must name everything that the answer depends on. Runs in
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
