import type { Threat } from "./threat.ts";

const moments = "src/documents/crash-moments.test.ts";
const busyServer = "src/documents/busy-server.test.ts";
const commands = "src/commands/commands.test.ts";
const runner = "src/jobs/runner-faults.test.ts";
const clock = "src/authority/clock.test.ts";
const opening = "db/open.test.ts";
const backup = "src/backup/backup.test.ts";
const retention = "src/documents/retention.test.ts";
const soundness = "src/soundness/soundness.test.ts";
const mail = "src/mail/mail.test.ts";
const mailKill = "src/mail/kill.test.ts";

/** R, second part: time, data, and other machines go wrong. */
export const dataFaults: Threat[] = [
  {
    id: "R10",
    threat: "the clock jumps",
    expected: "nothing is stamped behind a time that was vouched for, nothing deleted before a second look",
    tests: [
      {
        file: "src/housekeeping.test.ts",
        name: "one that jumps by two days waits for a second look, which finds it right or as it stays",
      },
      {
        file: "src/housekeeping.test.ts",
        name: "one that stands ten days ahead when the server starts waits as well, however often it starts",
      },
      {
        file: "src/housekeeping.test.ts",
        name: "an original is deleted by no server that starts with its clock ten days ahead, and by the next look that finds it so",
      },
      {
        file: clock,
        name: "a clock that goes back while a document waits for its turn makes the work wait, not lie",
      },
      { file: clock, name: "after a clock that was a year ahead the operator's word lets stamping go on" },
      {
        file: "src/documents/client-and-clock.test.ts",
        name: "while the clock says a time before the upload nothing is timestamped, and no stamp is used up",
      },
      { file: runner, name: "a clock that was set back by a day keeps no job waiting" },
      {
        file: "src/limits.test.ts",
        name: "a lock made while the clock was a month ahead holds no longer than any other",
      },
    ],
  },
  {
    id: "R11",
    threat: "the server stands in another time zone, or the clocks are changed",
    expected: "stamps say Chicago time with its offset, and UTC, whatever the zone of the machine",
    tests: [
      {
        file: "src/stamping/stamp-text.test.ts",
        name: "the hour that is left out in spring, and the one that comes twice in autumn, are told by their offset",
      },
      {
        file: "src/stamping/stamp-text.test.ts",
        name: "a server that stands in Tokyo prints the same stamp",
      },
      { file: "web/lib/format.test.ts", name: "on the header's clock are Chicago time marked CST" },
    ],
  },
  {
    id: "R12",
    threat: "the database is damaged, or lost",
    expected:
      "the start is refused with a sentence that says what to do, and nothing is changed or made anew",
    tests: [
      { file: opening, name: "a damaged database stops the start with a sentence and is left as it is" },
      {
        file: opening,
        name: "a database whose last changes were taken from beside it is opened as it was before them",
      },
      { file: opening, name: "where documents are but no database, none is made up" },
      { file: commands, name: "a damaged database stops the start, and stays as it is" },
    ],
  },
  {
    id: "R13",
    threat: "a backup is made while the server is at work",
    expected: "it is whole or is none, everything in it agrees, and nobody has to stop",
    tests: [
      {
        file: "src/commands/backup.test.ts",
        name: "a backup made while people upload, stamp and delete is restored elsewhere: they sign in, download and verify, all is sound, and a client with a newer checkpoint is told what is gone",
      },
      {
        file: "src/commands/backup.test.ts",
        name: "a backup or restore that is killed leaves nothing that counts as one, and the next goes through",
      },
      { file: backup, name: "what the data folder lost or changed is named, and the rest is backed up" },
      { file: backup, name: "nobody but its owner can read a backup" },
    ],
  },
  {
    id: "R14",
    threat: "a backup is put back over data, damaged, or half",
    expected: "nothing is overwritten; what is restored is what was backed up, or no server starts on it",
    tests: [
      { file: backup, name: "nothing is restored over anything, nor beside a server" },
      {
        file: backup,
        name: "a backup that was damaged, or is none, is refused before anything is written",
      },
      {
        file: backup,
        name: "no server starts on a restore that was interrupted, and the next restore begins anew",
      },
    ],
  },
  {
    id: "R15",
    threat: "an upgrade of the tables dies, or an older program meets newer tables",
    expected: "one transaction after a copy of the database; a newer one is refused with a sentence",
    tests: [
      {
        file: "db/upgrade.test.ts",
        name: "an upgrade that dies at its statement … has not begun, and the next start does it",
      },
      { file: opening, name: "an older database is copied aside before it is brought up to date" },
      { file: opening, name: "a database of a newer version is refused with a sentence" },
    ],
  },
  {
    id: "R16",
    threat: "an original is kept longer than promised, or deleted before",
    expected:
      "after 48 hours the original goes and the rest stays; a missing file or a death in between is no fault",
    tests: [
      {
        file: retention,
        name: "an original is deleted after 48 hours and not before; its hash and the stamped copy stay",
      },
      { file: retention, name: "an original that a job is reading is left alone" },
      { file: retention, name: "an original that is missing already is no fault" },
      {
        file: moments,
        name: "an original that was forgotten but not yet removed is swept; the stamped copy stays",
      },
      {
        file: "src/admin/files.test.ts",
        name: "an original that was deleted after its time says so and since when",
      },
    ],
  },
  {
    id: "R17",
    threat: "files without a row, rows without a file",
    expected: "the first are deleted after a day, the second named by `doctor`",
    tests: [
      { file: retention, name: "a file without a row goes after a day, one with a row never" },
      { file: soundness, name: "it is noticed: …" },
      { file: soundness, name: "a file that was just put there is left to the sweep" },
    ],
  },
  {
    id: "R18",
    threat: "the mail server is away, silent, busy, or ends in the middle of a mail",
    expected: "it is tried for a day; no mail arrives twice, also over a death of the server",
    tests: [
      { file: mail, name: "a server that is busy gets the same mail again, until it takes it" },
      { file: mail, name: "a server that is away is tried again for a day, then the mail is given up" },
      { file: mail, name: "a server that never answers the end of a mail is not sent the mail twice" },
      {
        file: mailKill,
        name: "a server killed while the mail server thinks about a whole mail never sends it again",
      },
    ],
  },
  {
    id: "R19",
    threat: "something grows for as long as the server runs: memory, open files, processes, temporary files",
    expected:
      "the same work again leaves none of them behind; memory in bytes takes hours to show: `bun run load --soak 2h` measures its growth",
    tests: [
      {
        file: busyServer,
        name: "the same work six times over leaves no file, child, open file, request or promise behind",
      },
      {
        file: "e2e/load/load.test.ts",
        name: "what a server holds at rest must not grow, and must be accounted for",
      },
    ],
  },
  {
    id: "R20",
    threat: "two hundred people poll at once",
    expected:
      "all are answered for less than half of one core's time; times and refusals beside stamping need a machine of their own: `bun run load` judges them",
    tests: [
      {
        file: busyServer,
        name: "two hundred people who poll at once are all answered, each with their own, for less than half of one core",
      },
      {
        file: "e2e/load/load.test.ts",
        name: "a 5xx, a refusal and a connection that broke are told; one that was closed when it was used again is not",
      },
    ],
  },
  {
    id: "R21",
    threat: "two servers are started on one data folder",
    expected: "the second says so and ends",
    tests: [{ file: commands, name: "a second server on one data folder refuses to start" }],
  },
  {
    id: "R22",
    threat: "the data folder is missing, or cannot be written",
    expected: "the start is refused in one sentence, and `doctor` says it before",
    tests: [
      { file: commands, name: "a data folder that cannot be made is said in one sentence" },
      {
        file: opening,
        name: "a data folder that cannot be written stops the start with a sentence, and gets nothing",
      },
      {
        file: "src/files/store.test.ts",
        name: "a folder that cannot be used is told to the operator in one sentence, before anything is taken in",
      },
      {
        file: "src/commands/doctor.test.ts",
        name: "before the first start the operator reads what is missing, and nothing is made",
      },
    ],
  },
];
