import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { AppError } from "../../errors.ts";
import { programName, programTitle, programVersion } from "../../program-info.ts";
import { addDocumentCommands, documentsGroup } from "./document-commands.ts";
import type { RotatableKey } from "./keys.ts";
import { configure, type Output, runCommands } from "./run-commands.ts";

const aboutProgram = "Program:";

/**
 * Runs the command that `args` name, by default the server. Resolves with 0 after a command or its help, with 2 for a
 * usage error. Rejects with the command's error. On Windows, only commands that need no data folder run.
 */
export async function runProgram(
  args: string[],
  output: Output = {},
  system: string = process.platform,
): Promise<number> {
  const program = buildProgram(output);
  if (system === "win32") program.hook("preAction", (_, command) => refuseServerCommand(command));
  return runCommands(program, args.length === 0 ? ["serve"] : args);
}

/**
 * A server relies on what Windows lacks: files that can be replaced while they are open, folders that can be written
 * through to the disk, and processes with fewer rights.
 */
function refuseServerCommand(command: CommandUnknownOpts): void {
  const above = command.parent?.parent ? command.parent : command;
  const needsData =
    command.parent?.name() === "trusted-list" && ["import", "list", "remove"].includes(command.name());
  if ([documentsGroup, aboutProgram].includes(above.helpGroup()) && !needsData) return;
  throw new AppError(
    "unsupported",
    "command-not-on-windows",
    "On Windows, this program only stamps, attests and verifies. Please run the server on Linux. See attestamp --help.",
  );
}

/** Every command with its arguments and options. A command's own modules are loaded when it runs. */
function buildProgram(output: Output) {
  const program = new Command(programName)
    .description("Stamps documents, attests when they existed, and lets anyone verify it.")
    .version(`Attestamp ${programVersion}`)
    .addHelpText(
      "after",
      "\nWithout a command, the server starts. Settings are environment variables; see .env.example.",
    );
  configure(program, output);
  addServerCommands(program);
  addOperatorCommands(program);
  addDataCommands(program);
  addDocumentCommands(program);
  addTrustedListCommand(program);
  addLogCommands(program);
  program.commandsGroup(aboutProgram);
  program
    .command("version")
    .description("print the version of this program and the commit that it was built from")
    .action(() => console.log(programTitle()));
  program
    .command("licenses")
    .description("print the license of this program and of all software in it")
    .action(async () => {
      const { readNotices } = await import("../executable/third-party-notices.ts");
      console.log(await readNotices());
    });
  return program;
}

function addServerCommands(program: Command): void {
  program.commandsGroup("Server:");
  program
    .command("serve")
    .description("start the server")
    .action(async () => (await import("./serve.ts")).serve());
  program
    .command("health")
    .description("check whether the running server works; exits with 0 or 1")
    .action(async () => (await import("./health.ts")).health());
  program
    .command("doctor")
    .description("check the machine, settings and data folder, and say how to fix each problem")
    .option(
      "--check-release <url>",
      "also ask this address for the newest release, such as https://api.github.com/repos/OWNER/NAME/releases/latest",
    )
    .action(async ({ checkRelease }) => (await import("./doctor.ts")).doctor(checkRelease));
  program
    .command("config")
    .description("check the settings")
    .command("check")
    .description("print the settings as the server reads them, and all errors in them")
    .option("--connect", "also contact the mail server and the time-stamp authorities")
    .action(async ({ connect = false }) => (await import("./config.ts")).checkConfig(connect));
  const site = program
    .command("site")
    .description("try out your own name, color, logo, legal texts and prices (docs/customizing.md)");
  site
    .command("preview")
    .description("show the pages with the folder DATA_DIR/site, without touching the running server")
    .option("--port <port>", "the port to use; default: the port after PORT", parsePort)
    .option(
      "--host <address>",
      "the address to listen on; 0.0.0.0: everyone on the network can open it",
      "127.0.0.1",
    )
    .action(async ({ port, host }) => (await import("./site-preview.ts")).previewSite({ port, host }));
  site
    .command("check")
    .description("check the folder DATA_DIR/site, and say what it will change at the next start")
    .action(async () => (await import("./site.ts")).checkSite());
  program
    .command("install-libreoffice")
    .description("install LibreOffice for Word documents (Debian and Ubuntu, as root)")
    .action(async () => (await import("./install-converter.ts")).installConverter());
  program
    .command("unpack-libraries")
    .description("put the executable's libraries next to it, where DATA_DIR is mounted noexec")
    .action(async () => (await import("./unpack-libraries.ts")).unpackLibraries());
  program
    .command("work", { hidden: true })
    .description("process documents for the server that started this process")
    .argument("[mode]", '"prepare" and "open-database" only load a library')
    .action(async (mode) => (await import("./work.ts")).becomeChild(mode));
}

function addOperatorCommands(program: Command): void {
  program.commandsGroup("Operation:");
  const passwords =
    "\nThe password is read from standard input. If the input is empty, one is generated and printed.";
  const admin = program.command("admin").description("manage accounts");
  admin
    .command("create <name>")
    .description("create an account with administrator rights")
    .addHelpText("after", passwords)
    .action(async (name) => (await import("./admin.ts")).createAdministrator(name));
  admin
    .command("promote <name>")
    .description("give administrator rights to an account")
    .addHelpText(
      "after",
      "\nThe rights take effect after the next sign-in with a password of 12 characters or more.",
    )
    .action(async (name) => (await import("./admin.ts")).promoteAccount(name));
  admin
    .command("reset-password <name>")
    .description("set a new password and end all sessions of the account")
    .addHelpText("after", passwords)
    .action(async (name) => (await import("./admin.ts")).setNewPassword(name));
  admin
    .command("reset-second-factor <name>")
    .description(
      "remove a lost authenticator app and its recovery codes, and end all sessions of the account",
    )
    .addHelpText("after", "\nFirst make sure that it is the owner who asks.")
    .action(async (name) => (await import("./admin.ts")).removeSecondFactor(name));

  program
    .command("jobs")
    .description("show background jobs")
    .command("list")
    .description("list waiting, running and failed jobs, with the reasons for failures")
    .action(async () => (await import("./jobs.ts")).listJobs());

  const mail = program.command("mail").description("test the mail settings, list the mail queue");
  mail
    .command("test <address>")
    .description("send one email and print the mail server's answer")
    .action(async (address) => (await import("./mail.ts")).testMail(address));
  mail
    .command("list")
    .description("list waiting and failed emails, with the mail server's last answer")
    .action(async () => (await import("./mail.ts")).listMails());

  program
    .command("clock")
    .description("confirm that this machine's clock is right")
    .command("accept")
    .description("resume stamping even though the clock was set back or an external authority contradicts it")
    .action(async () => (await import("./clock.ts")).trustClock());
}

const keyRoles: readonly RotatableKey[] = ["attestation", "post-quantum", "tsa", "seal", "root", "witness"];

function addDataCommands(program: Command): void {
  program.commandsGroup("Keys, log and backups:");
  const keys = program.command("keys").description("list, rotate and revoke the keys of this server");
  keys
    .command("list")
    .description("list current and earlier keys, how long they are valid, and unused files")
    .action(async () => (await import("./keys.ts")).listKeys());
  keys
    .command("rotate")
    .description("replace the current key with a new one")
    .argument("<key>", keyRoles.join(", "), parseKeyRole)
    .option(
      "--stolen",
      "revoke the old tsa, seal, root, attestation or post-quantum key (docs/operating.md says what still counts)",
    )
    .addOption(sinceOption().implies({ stolen: true }))
    .addHelpText("after", "\nA running server uses the old key until it is restarted.")
    .action(async (key, { stolen = false, since }) =>
      (await import("./keys.ts")).rotateKey(key, stolen, since),
    );
  keys
    .command("revoke")
    .description("revoke a replaced tsa or seal key, or give an earlier time for its theft")
    .argument("<serial-number>", "the serial number that keys list shows", parseSerialNumber)
    .addOption(sinceOption())
    .action(async (serialNumber, { since }) => (await import("./keys.ts")).revokeKey(serialNumber, since));

  const evidence = program
    .command("evidence")
    .description(
      "renew the proofs of documents before certificates or hashes end, or certify one for a court",
    );
  evidence
    .command("certification <serial>")
    .description("draft a certification under the U.S. Federal Rules of Evidence 902(13) and (14)")
    .action(async (serial) => (await import("./evidence.ts")).certify(serial));
  evidence
    .command("renew")
    .description("renew what is due now, as the server does by itself every hour")
    .option("--dry-run", "only say what would be done")
    .action(async ({ dryRun = false }) => (await import("./evidence.ts")).renewProofs(dryRun));

  program
    .command("log")
    .description("end the public log")
    .command("end")
    .description("end the public log with a signed statement and start a new one, with a new name and key")
    .requiredOption("--yes", "confirm: this cannot be undone")
    .addHelpText(
      "after",
      `
Use it after restoring an older backup, or if the database was lost but its keys still exist: otherwise, two
different logs would be signed with the same key. This cannot be undone. Everything issued stays valid: the key, the
checkpoints and the entries of the ended log stay published.`,
    )
    .action(async () => (await import("./log.ts")).endPublicLog());

  program
    .command("backup <path>")
    .description("copy the data folder, even while the server runs")
    .option("--like <earlier>", "share unchanged files with an earlier backup")
    .action(async (path, { like }) => (await import("./backup.ts")).backup(path, like));
  program
    .command("restore <path>")
    .description("restore a backup into an empty DATA_DIR")
    .addOption(
      new Option(
        "--nothing-since",
        "the server did nothing after this backup: continue its log and keys",
      ).conflicts("crl"),
    )
    .option("--crl <file>", "the newest revocation list (/evidence/ca.crl), which keeps revoked keys revoked")
    .addHelpText(
      "after",
      `
Without --nothing-since, the server may have forgotten something: its public log ends and a new one starts, its
timestamps and seals get new keys, everyone has to sign in again, and waiting emails are not sent.`,
    )
    .action(async (path, { nothingSince = false, crl }) =>
      (await import("./restore.ts")).restore(path, nothingSince, crl),
    );
  program
    .command("publish <folder>")
    .description(
      "write all records, the log and the keys as a web site that needs no server (docs/publishing.md)",
    )
    .option("--hashes-only", "publish no names of documents and clients, only fingerprints and timestamps")
    .addHelpText(
      "after",
      `
Any static web host can serve the folder; at this server's address, its QR codes keep working. The server may be
running. Run the command again to bring the folder up to date, or after it was interrupted.`,
    )
    .action(async (folder, { hashesOnly = false }) =>
      (await import("./publish.ts")).publish(folder, hashesOnly),
    );
  const adopt = program
    .command("adopt")
    .description(
      "answer for a service that has ended, from the web site that it published (docs/adopting.md)",
    )
    .argument("[folder]", "the published site")
    .option(
      "--log-key <line>",
      "refuse the site unless its log has this key, as an older evidence pack names it",
    )
    .option(
      "--without-statement",
      "with --log-key: adopt a site of an earlier version, for whose other keys its log does not vouch",
    )
    .option("--hashes-only", "leave out the names of clients and documents")
    .addHelpText(
      "after",
      `
Everything is checked first: nothing is stored if anything is wrong. The server may be running.`,
    )
    .action(async (folder, options) => (await import("./adopt.ts")).adopt(folder, options));
  adopt
    .command("list")
    .description("list the adopted services")
    .action(async () => (await import("./adopt.ts")).listSites());
  adopt
    .command("remove <origin>")
    .description("delete the records, log and keys of an adopted service from this server")
    .action(async (origin) => (await import("./adopt.ts")).removeSite(origin));
  program
    .command("move")
    .description("move everything to PostgreSQL and a bucket, or back into a folder")
    .requiredOption("--to <place>", "postgres://user:password@host/database, or a new folder")
    .option(
      "--files <bucket>",
      "s3://bucket or s3://bucket/prefix; default: the folder, or the bucket in use",
    )
    .addHelpText(
      "after",
      `
Stop the server first. The settings name the place to move from; KEYS_SECRET and the S3_ settings are also those of the
target. At the end, everything is compared; after that, no server starts on the old place. If the move is interrupted,
run the command again.`,
    )
    .action(async ({ to, files }) => (await import("./move.ts")).move(to, files));
}

function addTrustedListCommand(program: Command): void {
  program.commandsGroup(documentsGroup);
  const lists = program
    .command("trusted-list")
    .description("check trusted lists, which say which time-stamp authorities are qualified");
  const signer = () =>
    new Option(
      "--signer <file>",
      "the certificates of those who may have signed the lists (PEM)",
    ).makeOptionMandatory();
  const about = `
The files are trusted lists (ETSI TS 119 612) as their states publish them. Get the signer's certificate from another
source. docs/qualified-timestamps.md says where both are. Exits with 1 if a list can't be used.`;
  lists
    .command("read <files...>")
    .description("check the signatures of trusted lists, and print a trust file for verify --trust")
    .addOption(signer())
    .addHelpText("after", about)
    .action(async (files, { signer }) => (await import("./trusted-list.ts")).readLists(files, signer));
  lists
    .command("import <files...>")
    .description("check trusted lists and give them to this server, for the word qualified on certificates")
    .addOption(signer())
    .addHelpText("after", `${about} The server may be running.`)
    .action(async (files, { signer }) =>
      (await import("./imported-trusted-lists.ts")).importLists(files, signer),
    );
  lists
    .command("signers <file>")
    .description(
      "print the signers of the lists of all states, from a list of lists such as the Commission's",
    )
    .addOption(signer())
    .addHelpText("after", "\nEach certificate counts for its state only.")
    .action(async (file, { signer }) => (await import("./trusted-list.ts")).printSigners(file, signer));
  lists
    .command("list")
    .description("list the trusted lists of this server, and until when they hold")
    .action(async () => (await import("./imported-trusted-lists.ts")).listImported());
  lists
    .command("remove <territory>")
    .description("delete the trusted list of a state, such as ES, from this server")
    .action(async (territory) => (await import("./imported-trusted-lists.ts")).removeImported(territory));
}

function addLogCommands(program: Command): void {
  program
    .command("verify-log")
    .description("recompute a public log and say whether it is consistent")
    .argument("[where]", "the address of a server, or a data folder; default: DATA_DIR")
    .option(
      "--checkpoint <file>",
      "store the log's checkpoint in this file, and check the next run against it",
    )
    .addHelpText(
      "after",
      `
In a data folder, every stored file, timestamp and witness statement is also checked. With the entry.tlog-proof of an
evidence pack as --checkpoint, it proves that the log still has that entry. Exits with 0 if the log is consistent, 1 if
it is not, 2 if that cannot be determined.`,
    )
    .action(async (where, { checkpoint }) => (await import("./verify-log.ts")).verifyLog(where, checkpoint));

  program
    .command("monitor <address>")
    .description("follow the public log of a server from outside, and say when it shows two histories")
    .requiredOption("--state <folder>", "what was seen before; a new folder for each log")
    .option("--once", "look once, and exit with the code of what was found")
    .option("--every <minutes>", "the time between two looks", parseMinutes, 60)
    .option("--anchor-hours <hours>", "how long a grown log may have no independent witness", parseHours, 24)
    .option("--no-anchor-hours", "do not ask for independent witnesses")
    .option("--trust <file>", "your own lists of who is independent, as for verify")
    .option("--timeout <seconds>", "how long an answer may take", parseSeconds, 30)
    .option("--mail <address>", "send alarms there; needs SMTP_URL, like the server")
    .option("--webhook <url>", "post alarms there, as JSON")
    .addHelpText(
      "after",
      `
The first look recomputes the whole log. Later ones check that it continues what was seen; all signed checkpoints are
kept in the folder. Independent are those on the lists that come with this program (docs/verifying.md).

Exits with 0 if all is well, 1 if the monitor failed, 2 for a usage error, 3 for two histories (fork), 4 if entries are
gone (rewind), 5 for another key, 6 if no independent witness has seen it for too long, 7 if it cannot be read. Without
--once, it only ends at 3, 4 or 5, and with 0 when it is stopped.`,
    )
    .action(async (address, options) => (await import("./monitor.ts")).monitor(address, options));
}

function parseKeyRole(given: string): RotatableKey {
  const role = keyRoles.find((one) => one === given);
  if (role) return role;
  throw new InvalidArgumentError(
    given === "log"
      ? "A log is identified by its key, so the key cannot be replaced. Use: log end --yes"
      : `The keys are ${keyRoles.join(", ")}.`,
  );
}

const parseMinutes = (given: string) => parseWhole(given, 10_080);
const parseHours = (given: string) => parseWhole(given, 8_760);
const parseSeconds = (given: string) => parseWhole(given, 600);

function parseWhole(given: string, most: number): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${most}.`);
}

function parsePort(given: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a whole number from 1 to 65535.");
}

function parseSerialNumber(given: string): bigint {
  if (/^[0-9a-f]{1,40}$/i.test(given)) return BigInt(`0x${given}`);
  throw new InvalidArgumentError("A serial number has up to 40 hexadecimal digits.");
}

const sinceOption = () =>
  new Option(
    "--since <time>",
    "when it was stolen at the earliest, such as 2026-11-28 or 2026-11-28T14:30Z; default: now",
  ).argParser(parseTime);

/** A day starts in UTC; a time of day names its zone, since the server and its operator may be in different ones. */
function parseTime(given: string): Date {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/;
  const [time, day] = [new Date(given), given.slice(0, 10)];
  // A day that does not exist would become another one.
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true;
  if (form.test(given) && isDay && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError("A time is a day, such as 2026-11-28, or 2026-11-28T14:30Z with its zone.");
}
