/** A section of the README with the commands that check its statements. */
export type Section = { title: string; text: string[]; commands?: string[] };

export function printSection({ title, text, commands = [] }: Section): string {
  const lines = commands.map((command) => `    ${command}`);
  return [
    `${title}\n${"=".repeat(title.length)}`,
    ...text,
    ...(lines.length > 0 ? [lines.join("\n")] : []),
  ].join("\n\n");
}
