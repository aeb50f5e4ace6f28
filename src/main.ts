/** The program: what it can be told to do, and how it ends. Each command loads only what it needs. */
import { ZodError } from "zod";
import { AppError } from "./errors.ts";
import { programVersion } from "./version.ts";

const commands: Record<string, (words: string[]) => Promise<void>> = {
  serve: async () => (await import("./server/cli/serve.ts")).serve(),
  work: async ([what]) => {
    const { work } = await import("./platform/jobs/worker-main.ts");
    if (what !== "prepare") work();
  },
  "install-libreoffice": async () => (await import("./server/cli/install-converter.ts")).installConverter(),
  admin: async (words) => (await import("./server/cli/admin.ts")).admin(words),
  jobs: async (words) => (await import("./server/cli/jobs.ts")).jobs(words),
  mail: async (words) => (await import("./server/cli/mail.ts")).mail(words),
  keys: async (words) => (await import("./server/cli/keys.ts")).keys(words),
  clock: async (words) => (await import("./server/cli/clock.ts")).clock(words),
  backup: async (words) => (await import("./server/cli/backup.ts")).backup(words),
  restore: async (words) => (await import("./server/cli/restore.ts")).restore(words),
  log: async (words) => (await import("./server/cli/log.ts")).log(words),
  stamp: async (words) => (await import("./server/cli/stamp.ts")).stamp(words),
  verify: async (words) => (await import("./server/cli/verify.ts")).verify(words),
  "verify-log": async (words) => (await import("./server/cli/verify-log.ts")).verifyLog(words),
  config: async (words) => (await import("./server/cli/config.ts")).config(words),
  doctor: async () => (await import("./server/cli/doctor.ts")).doctor(),
  health: async () => (await import("./server/cli/health.ts")).health(),
  version: async () => console.log(`Attestamp ${programVersion}`),
  licenses: async () =>
    console.log(await (await import("./server/executable/third-party-notices.ts")).readNotices()),
  help: async () => (await import("./server/cli/help.ts")).help(),
};

/** Options that programs commonly understand, for the commands that do the same. */
const aliases: Record<string, string> = { "--version": "version", "--help": "help", "-h": "help" };

const [word = "serve", ...words] = process.argv.slice(2);
const name = aliases[word] ?? word;
try {
  const command = commands[name];
  if (!command) throw new AppError("invalid", `There is no command "${name}". Try: help`);
  await command(words);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

/** What the operator is told: our own sentences as they are, a programming fault with its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join("\n");
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
