import type { Threat } from "./threat.ts";

const converter = "src/conversion/libreoffice-converter.test.ts";
const pdfs = "src/conversion/save-pdf.test.ts";
const sniff = "src/files/sniff.test.ts";
const runner = "src/jobs/runner.test.ts";
const pool = "src/jobs/worker-pool.test.ts";
const offices = "src/conversion/office-pool.test.ts";
const crash = "src/documents/crash.test.ts";

/** G: conversion and decoding. */
export const conversion: Threat[] = [
  {
    id: "G1",
    threat: "a Word document makes the server call somebody, or shows its files and settings",
    expected:
      "nothing is fetched or read: no network and none of our files in the sandbox, safe settings without it",
    tests: [
      {
        file: converter,
        name: "nothing that a document asks for is fetched, read or started, with a sandbox and without",
      },
      {
        file: converter,
        name: "a picture that a document points to on the network is not fetched, with a sandbox and without",
      },
      {
        file: converter,
        name: "a picture that a document points to on the server's disk is not shown, with a sandbox and without",
      },
      { file: pool, name: "a child knows nothing of the server's environment" },
      { file: sniff, name: "content of another type than the name claims is refused" },
    ],
  },
  {
    id: "G2",
    threat: "a conversion never ends",
    expected: "killed at its limit with all it started, with a sentence; the next one works",
    tests: [
      {
        file: converter,
        name: "a document that takes too long is stopped with everything it started, and the next one works",
      },
      { file: converter, name: "a conversion that is called off ends at once" },
      { file: pdfs, name: "a PDF beyond the limit is refused while it comes" },
    ],
  },
  {
    id: "G3",
    threat: "a conversion fails and says nothing",
    expected: "one whole PDF or a sentence, whatever LibreOffice answers",
    tests: [
      { file: pdfs, name: "a whole PDF is kept as it came" },
      {
        file: converter,
        name: "a document of which LibreOffice dies each time is refused, and another person's is converted",
      },
      {
        file: "src/conversion/word-file.test.ts",
        name: "text, web pages and other compound files are no Word documents",
      },
      {
        file: "src/conversion/word-file.test.ts",
        name: "a DOC with a password is refused with what to do about it",
      },
    ],
  },
  {
    id: "G4",
    threat: "a document runs a macro or starts a program",
    expected: "documents with macros are refused; fields that start programs start none",
    tests: [
      {
        file: converter,
        name: "nothing that a document asks for is fetched, read or started, with a sandbox and without",
      },
      { file: sniff, name: "documents with macros and templates are not Word documents here" },
    ],
  },
  {
    id: "G5",
    threat: "a picture is a drawing or a program that a decoder would run",
    expected: "the decoder is chosen by the content, and knows four formats; others are refused",
    tests: [
      { file: sniff, name: "content of another type than the name claims is refused" },
      {
        file: "src/stamping/images/stamp-png.test.ts",
        name: "a PNG that is cut off, changed or another file in disguise is refused with a sentence",
      },
    ],
  },
  {
    id: "G6",
    threat: "a document makes a decoder crash",
    expected: "its child dies alone: one failed document, its stamp given back, the server goes on",
    tests: [
      {
        file: crash,
        name: "a child that crashes over a document costs that document alone, and its stamp is given back",
      },
      { file: pool, name: "a child that crashes costs its own task and is replaced" },
      {
        file: "e2e/fuzz/fuzz.test.ts",
        name: "documents with flipped bits are completed, refused or ended with a sentence, and nothing is left behind",
      },
    ],
  },
  {
    id: "G7",
    threat: "one person's fifty documents keep everybody else waiting",
    expected: "as many jobs at a time as there are cores, and turns among people",
    tests: [
      { file: runner, name: "a person with one document does not wait for a neighbour's fifty" },
      { file: pool, name: "as many tasks as children run at a time, the others wait for their turn" },
      { file: "src/jobs/turns.test.ts", name: "with one job at a time, users take turns" },
    ],
  },
  {
    id: "G8",
    threat: "a document takes LibreOffice over, to read or change what others send after it",
    expected:
      "a LibreOffice sees the documents of one account only, and the server decides whether it sees a second one",
    tests: [
      {
        file: offices,
        name: "an office never serves the documents of two accounts; each next account finds a fresh one ready",
      },
      {
        file: converter,
        name: "a person's plain documents share a LibreOffice; another person's get another one",
      },
      {
        file: "src/documents/word-and-pictures.test.ts",
        name: "the converter is told whose document it is, and whether it is plain, by the server",
      },
    ],
  },
];
