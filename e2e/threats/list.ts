import { accounts } from "./accounts.ts";
import { authorisation } from "./authorisation.ts";
import { browser } from "./browser.ts";
import { conversion } from "./conversion.ts";
import { dataFaults } from "./data-faults.ts";
import { injection } from "./injection.ts";
import { money } from "./money.ts";
import { serverFaults } from "./server-faults.ts";
import { servingFiles } from "./serving-files.ts";
import { sessionsAndPasswords } from "./sessions-and-passwords.ts";
import type { Threat } from "./threat.ts";
import { uploadedFiles } from "./uploaded-files.ts";
import { sentUploads } from "./uploads.ts";
import { webhooks } from "./webhooks.ts";

/** Every threat the product was looked at for, section by section, and how many there are in each. */
export const sections: { letter: string; count: number; threats: Threat[] }[] = [
  { letter: "A", count: 20, threats: [...sessionsAndPasswords, ...accounts] },
  { letter: "B", count: 11, threats: browser },
  { letter: "C", count: 12, threats: authorisation },
  { letter: "D", count: 10, threats: injection },
  { letter: "E", count: 6, threats: servingFiles },
  { letter: "F", count: 14, threats: [...sentUploads, ...uploadedFiles] },
  { letter: "G", count: 7, threats: conversion },
  { letter: "H", count: 16, threats: money },
  { letter: "R", count: 22, threats: [...serverFaults, ...dataFaults] },
  { letter: "W", count: 7, threats: webhooks },
];

export const threats = sections.flatMap((section) => section.threats);
