/** Writes .env.example and the table in docs/settings.md from the settings: bun src/testing/settings-in-docs.ts */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "../platform/setting.ts";
import { settings } from "../server/settings.ts";

const root = join(import.meta.dir, "../..");
const examplePath = join(root, ".env.example");
const pagePath = join(root, "docs/settings.md");

/** A fixed default as one writes it; "" if there is none. */
function defaultOf({ schema }: Setting): string {
  const value = schema.parse(undefined);
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "object" || value === undefined ? "" : String(value);
}

export function writeExample(): string {
  const lines = settings.flatMap((setting) => {
    const { name, about, standard, example = "" } = setting;
    const text = standard === undefined ? about : `${about} Without it: ${standard}.`;
    const value = defaultOf(setting) || example;
    return [...wrap(text.replaceAll("`", "")).map((line) => `# ${line}`), `#${name}=${value}`, ""];
  });
  const head = [
    "# Every setting is optional; what stands here is the default, or an example. docs/settings.md has the same list.",
    "# To read a value from a file, for example a secret, set NAME_FILE=/run/secrets/name instead of NAME.",
    "",
  ];
  return [...head, ...lines].join("\n");
}

function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && `# ${last} ${word}`.length > 120) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

/** docs/settings.md with its table written again. */
export function writePage(page = readFileSync(pagePath, "utf8")): string {
  const rows = settings.map((setting) => {
    const { name, about, standard, example } = setting;
    const shown =
      example === undefined || about.includes(example) ? about : `${about} Example: \`${example}\``;
    const linked = shown.replace(/docs\/([\w-]+\.md)/g, "[$1]($1)");
    return [`\`${name}\``, standard ?? (defaultOf(setting) || "–"), linked];
  });
  const table = writeTable([["Setting", "Default", "Meaning"], ...rows]);
  return page.replace(/^\| Setting .*?(?=\n(?!\|))/ms, () => table);
}

/** As `bun run format` lays out tables. */
function writeTable([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const write = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [write(head), write(widths.map((width) => "-".repeat(width))), ...rows.map(write)].join("\n");
}

if (import.meta.main) {
  writeFileSync(examplePath, writeExample());
  writeFileSync(pagePath, writePage());
}
