export type Instruction = { name: string; words: string };
export type Stage = { image: string; alias: string | undefined; instructions: Instruction[] };

/** The stages of a Dockerfile, each with its instructions as they stand there, lines joined. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  for (const line of lines.join("\n").replace(/\\\n/g, " ").split("\n").filter(Boolean)) {
    const [, name = "", words = ""] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === "FROM") {
      const [image = "", , alias] = words.split(/\s+/);
      stages.push({ image, alias, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, words });
  }
  return stages;
}
