import { type Command, Option } from "@commander-js/extra-typings";
import { stampPositions } from "../../formats/stamp/stamp.ts";
import { levels } from "../../formats/text/proof-of-time.ts";

/** The group of the commands that need no data folder of a server. */
export const documentsGroup = "Documents:";

/** How the commands that use a server reach it. */
const access = {
  server: new Option("--server <url>", "the server; default: ATTESTAMP_SERVER"),
  tokenFile: new Option("--token-file <file>", "read the access token from a file"),
  token: new Option("--token <token>", "the access token, visible to everyone on this machine").hideHelp(),
  allowHttp: new Option("--allow-http", "allow plain http to another machine, on your own network"),
};

const qrCode = new Option(
  "--qr-code <choice>",
  "a QR code in the stamp, on pages with room for it: auto (the default: not on signed PDFs), on, off",
);

/** The commands that use a server with an access token, or only its evidence. The npm package has them, too. */
export function addDocumentCommands(program: Command): void {
  program.commandsGroup(documentsGroup);
  program
    .command("stamp <files...>")
    .description("send files and folders to a server to be stamped, with an access token (ATTESTAMP_TOKEN)")
    .addOption(access.server)
    .addOption(access.tokenFile)
    .addOption(access.token)
    .option("--out <folder>", "the folder for results; default: next to their files")
    .option("--evidence", "also download the evidence packs")
    .option("--again", "stamp files once more that this account stamped before")
    .option("--other-parties <text>", "other parties to the document, for the certificate")
    .option("--original-date <text>", "the date of the original, for the certificate")
    .option("--position <place>", `the position of the stamp on the page: ${stampPositions.join(", ")}`)
    .addOption(qrCode)
    .option("--confirm-ownership", "confirm that you may have these documents stamped")
    .addOption(access.allowHttp)
    .addHelpText(
      "after",
      `
A file whose content this account stamped before uses no second stamp: its stamped copy and certificate are saved.

Exits with 0 if everything is done, 1 if some files failed, 2 for a usage error, 3 for an invalid token, 4 if a payment
is due, 130 if it was stopped.`,
    )
    .action(async (files, options) => (await import("./stamp.ts")).stamp(files, options));

  program
    .command("watch <folder>")
    .description("send files that appear in a folder to a server to be stamped, until you press Ctrl+C")
    .addOption(access.server)
    .addOption(access.tokenFile)
    .addOption(access.token)
    .option("--out <folder>", "the folder for results; default: next to their files")
    .option("--evidence", "also download the evidence packs")
    .option("--other-parties <text>", "other parties to the documents, for the certificates")
    .option("--original-date <text>", "the date of the originals, for the certificates")
    .option("--position <place>", `the position of the stamp on the page: ${stampPositions.join(", ")}`)
    .addOption(qrCode)
    .option("--confirm-ownership", "confirm that you may have these documents stamped")
    .addOption(access.allowHttp)
    .addHelpText(
      "after",
      `
A file is stamped when it has not changed for five seconds. Files that this account stamped before use no second stamp,
also after a new start. Hidden files, links and results are skipped. While the server cannot be reached, files wait.

Exits with 0 when it is stopped, 2 for a usage error, 3 for an invalid token, 4 if a payment is due.`,
    )
    .action(async (folder, options) => (await import("./watch.ts")).watch(folder, options));

  program
    .command("attest <folder>")
    .description("attest all files in a folder; the server gets their fingerprints, not the files")
    .addOption(access.server)
    .addOption(access.tokenFile)
    .addOption(access.token)
    .option("--out <folder>", "the folder for results; default: Attested_NAME next to the folder")
    .option("--title <text>", "the title, for the certificate; default: the folder's name")
    .option("--hide-names", "send neither the names of the files nor, as the title, the folder's name")
    .option("--other-parties <text>", "other parties, for the certificate")
    .option("--original-date <text>", "the date of the originals, for the certificate")
    .option("--confirm-ownership", "confirm that you may have these files attested")
    .addOption(access.allowHttp)
    .addHelpText(
      "after",
      `
Hidden files and folders, and symbolic links, are skipped. All files are attested together and use one stamp. If a
file cannot be read, or changes during the run, nothing is attested.

Exits with 0 if the folder is attested, 1 if not, 2 for a usage error, 3 for an invalid token, 4 if a payment is due, 130
if it was stopped.`,
    )
    .action(async (folder, options) => (await import("./attest.ts")).attest(folder, options));

  program
    .command("verify <files...>")
    .description("check stamped copies, originals, certificates or evidence packs")
    .option("--origin <url>", "fetch the keys from this server (https; http only from this machine)")
    .option("--ca <file>", "root certificates of the service")
    .option("--crl <file>", "revocation lists")
    .option("--jwks <file>", "public keys of attestations")
    .option("--vkey <file>", "public keys of logs")
    .option("--witnesses <file>", "public keys of witnesses")
    .option("--stamp-ca <file>", "root certificates of other time-stamp authorities")
    .option("--trust <file>", "your own lists of authorities, witnesses and Bitcoin checkpoints")
    .addOption(
      new Option("--level <level>", "the least that must vouch for a time: exits with 3 below it")
        .choices(levels)
        .default("seen-later"),
    )
    .option("--details", "show every detail")
    .option("--records <folder>", "save each file's evidence record, created from the collection's pack")
    .addHelpText(
      "after",
      `
The command needs the service's keys: from --origin, or as files. With --origin, it prints the host and the SHA-256 of
its root.

Time-stamp authorities, witnesses and Bitcoin blocks count as independent if they are on the lists that come with this
program, or on yours (--trust). docs/verifying.md describes the file.

Give a timestamp, receipt, record, proof or signed statement together with the file that it is about, or with a pack.
Then it counts only if it is wrong; alone, it proves nothing.

Exits with 0 if every file is unchanged and attested, and others confirm its time; 1 if a check failed; 2 if that cannot
be determined, for example because a file or a key is missing, or for a usage error; 3 if nothing is wrong, but only the
service itself vouches for a time. --level says what counts as confirmed, weakest first:
  stated       a signed statement of the service, without any timestamp
  own-clock    a timestamp by the service's own clock, or an entry in its log
  seen-later   the same, and an independent public witness saw it within two days
  external     a timestamp by an independent public authority
  qualified    the same, and a trusted list in your --trust file says that it is a qualified one`,
    )
    .action(async (files, options) => (await import("./verify.ts")).verify(files, options));

  program
    .command("mcp [folder]")
    .description("let an AI model attest, stamp and verify files in a folder, by the Model Context Protocol")
    .addOption(access.server)
    .addOption(access.tokenFile)
    .addOption(access.token)
    .option("--read-only", "only verify files and list documents")
    .option("--confirm-ownership", "confirm that you may have these files stamped and attested")
    .addOption(access.allowHttp)
    .addHelpText(
      "after",
      `
Programs such as assistants and editors start this command, and speak to it on its standard input and output. It uses no
file outside of the folder, which is the current one by default, and what the scopes of the access token allow.`,
    )
    .action(async (folder = ".", options) => (await import("./mcp.ts")).serveMcp(folder, options));
}
