const maxLines = 60;

/** Describes the failures of a step: each failed test with its error, or the step's last lines. */
export function describeFailures(output: string): string {
  const lines = output.trimEnd().split("\n");
  const described = [...unitTestFailures(lines), ...browserTestFailures(lines)];
  return (described.length > 0 ? described : [lines.slice(-maxLines)])
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** Bun prints a test's output and error above the line with its result. */
function unitTestFailures(lines: string[]): string[][] {
  const failures: string[][] = [];
  let above: string[] = [];
  let file = "";
  for (const line of lines) {
    // Bun repeats the failed tests of a long run; they were described above.
    if (/^\d+ tests? failed:$/.test(line)) break;
    if (/\.test\.tsx?:$/.test(line)) file = line;
    if (line.startsWith("(fail) ")) {
      failures.push([file, ...above.slice(-maxLines), line]);
      above = [];
    } else if (/^\((pass|skip|todo)\) /.test(line) || line === file) above = [];
    else above.push(line);
  }
  return failures;
}

/** Playwright's list of results is followed by the failed tests, numbered, with their errors. */
function browserTestFailures(lines: string[]): string[][] {
  const starts = lines.flatMap((line, at) => (/^ {2}\d+\) /.test(line) ? [at] : []));
  return starts.map((start, nth) => {
    const end =
      starts[nth + 1] ??
      lines.findIndex((line, at) => at > start && /^ {2}\d+ (failed|flaky|passed)/.test(line));
    return lines.slice(start, end === -1 ? undefined : end).slice(0, maxLines);
  });
}
