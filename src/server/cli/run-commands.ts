import { type Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { printable } from "./printable.ts";

/** Where help and usage errors are written, if not to the standard streams. */
export type Output = { writeOut?: (text: string) => void; writeErr?: (text: string) => void };

/** The exit code for a usage error. */
const usageError = 2;

/** Lets a program write to `output`, and throw instead of ending the process. */
export function configure(program: Command, output: Output): void {
  program
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      ...output,
      outputError: (text, write) => write(text.split("\n").map(printable).join("\n")),
    })
    .exitOverride();
}

/**
 * Runs the command that `args` name. Resolves with 0 after a command or its help, with 2 for a usage error. Rejects
 * with the command's error.
 */
export async function runCommands(program: Command, args: string[]): Promise<number> {
  for (const command of withSubcommands(program)) {
    const usage = command.createHelp().commandUsage(command);
    command.showHelpAfterError(`Usage: ${usage}\nFor more, run: ${findName(command)} --help`);
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : usageError;
  }
}

function withSubcommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function findName(command: CommandUnknownOpts): string {
  return command.parent ? `${findName(command.parent)} ${command.name()}` : command.name();
}
