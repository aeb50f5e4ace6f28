import type { Threat } from "./threat.ts";

const crash = "src/documents/crash.test.ts";
const moments = "src/documents/crash-moments.test.ts";
const runner = "src/jobs/runner.test.ts";
const runnerFaults = "src/jobs/runner-faults.test.ts";
const pool = "src/jobs/worker-pool.test.ts";
const answers = "src/http/answers.test.ts";
const mailKill = "src/mail/kill.test.ts";
const fullDisk = "src/documents/full-disk.test.ts";

/** R, first part: the server dies, stops, or its machine has too little of something. */
export const serverFaults: Threat[] = [
  {
    id: "R1",
    threat:
      "the server is killed at a certain moment of its work, or a call to disk, child or network fails there",
    expected:
      "the next start goes on: one serial number, one stamp, no stray files; a job that kills it each time ends",
    tests: [
      {
        file: crash,
        name: "a server killed … ms into a job finishes it after the next start, with the same serial number",
      },
      { file: moments, name: "an upload that dies between the file and its row leaves a file that is swept" },
      { file: moments, name: "a job that dies at its … is done again …" },
      {
        file: moments,
        name: "a document whose server dies … has failed after the next start, and its stamp is given back once",
      },
      {
        file: moments,
        name: "a document whose deletion dies before its files are gone is deleted, and the files are swept",
      },
      {
        file: "src/registry/crash.test.ts",
        name: "a server killed twice … of an append starts again, and its log is whole",
      },
      {
        file: mailKill,
        name: "a server killed while the mail server thinks about the recipient sends the mail at its next start",
      },
      {
        file: runnerFaults,
        name: "a document that killed the server eleven times is given up instead of tried again",
      },
      {
        file: "e2e/faults/faults.test.ts",
        name: "whatever call fails in the main flows, the data stays sound and what was promised is done",
      },
    ],
  },
  {
    id: "R2",
    threat: "the server is killed at random moments while people use it",
    expected: "what anybody was told stays true, and the data folder is sound after every start",
    tests: [
      {
        file: "e2e/kills/kills.test.ts",
        name: "a server that is killed under load takes back nothing it has said, and its data stays sound",
      },
    ],
  },
  {
    id: "R3",
    threat: "the server is asked to stop in the middle of its work",
    expected:
      "it ends in order within nine seconds with code 0, and the work is done once, by the next start",
    tests: [
      {
        file: crash,
        name: "a server that is asked to stop ends in order, its children with it, and the next does its work once",
      },
      {
        file: "src/commands/stop-signal.test.ts",
        name: "a server stops in good order before Docker loses patience, while a mail server and a client keep silent",
      },
      { file: runner, name: "a stopped runner finishes what is quick and hands the rest back untried" },
    ],
  },
  {
    id: "R4",
    threat: "a child process crashes over a document, or eats all memory",
    expected: "that document fails with a sentence and its stamp goes back; the next child does the next one",
    tests: [
      { file: pool, name: "a child that crashes costs its own task and is replaced" },
      { file: pool, name: "a child that eats memory ends at its limit, and the server does not notice" },
      {
        file: crash,
        name: "a child that crashes over a document costs that document alone, and its stamp is given back",
      },
    ],
  },
  {
    id: "R5",
    threat: "a fault of our own that nobody catches, in a timer or a promise",
    expected: "it is logged, and the server works on",
    tests: [
      {
        file: "src/commands/stray-faults.test.ts",
        name: "faults that nobody catches are told to the operator, and the server works on",
      },
    ],
  },
  {
    id: "R6",
    threat: "heavy work keeps the server from answering anybody else",
    expected:
      "documents are opened in children; the median is judged here, since other work on two cores moves the 99th percentile: `bun run load` holds that below 100 ms, while it sees that the cores are busy stamping",
    tests: [
      {
        file: "src/documents/busy-server.test.ts",
        name: "while long documents are stamped on every core, the server answers all the time",
      },
      {
        file: "src/files/sweep.test.ts",
        name: "a sweep over thousands of files lets the server answer in between",
      },
    ],
  },
  {
    id: "R7",
    threat: "the disk is full",
    expected:
      "507 with a sentence, stamps go back, reading goes on, and all is well again when there is room",
    tests: [
      {
        file: answers,
        name: "on a full disk a change is refused with a sentence, reading goes on, and it recovers by itself",
      },
      {
        file: fullDisk,
        name: "on a full disk a document fails in the end with the reason, gives its stamp back, and leaves nothing half made",
      },
      {
        file: fullDisk,
        name: "an upload that the disk has no room for, however far it came, is refused with a sentence and leaves nothing",
      },
      {
        file: fullDisk,
        name: "a document whose row cannot be deleted for want of room loses none of its files",
      },
      { file: fullDisk, name: "a disk that is cleared in time costs nobody a document" },
      {
        file: fullDisk,
        name: "a document is deleted although its file cannot be, and the sweep takes the file later",
      },
    ],
  },
  {
    id: "R8",
    threat: "the disk is almost full",
    expected: "new uploads are refused before the work already accepted runs out of room",
    tests: [
      { file: "src/files/store.test.ts", name: "a disk without room takes no more documents" },
      {
        file: answers,
        name: "a disk with no room for an upload makes the server not ready, as it refuses uploads",
      },
    ],
  },
  {
    id: "R9",
    threat: "another program holds the database",
    expected: "a change waits for up to five seconds, then it is refused with a time to try again",
    tests: [
      {
        file: "src/http/busy-database.test.ts",
        name: "a change waits while another program writes, and goes through when that is done",
      },
      {
        file: answers,
        name: "while another program holds the database, a change is refused with a time to try again",
      },
    ],
  },
];
