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
import { verification } from "./verification.ts";
import { webhooks } from "./webhooks.ts";

/** Every threat the product was looked at for, section by section, and how many there are in each. */
export const sections: { letter: string; threats: Threat[] }[] = [
  { letter: "A", threats: [...sessionsAndPasswords, ...accounts] },
  { letter: "B", threats: browser },
  { letter: "C", threats: authorisation },
  { letter: "D", threats: injection },
  { letter: "E", threats: servingFiles },
  { letter: "F", threats: [...sentUploads, ...uploadedFiles] },
  { letter: "G", threats: conversion },
  { letter: "H", threats: money },
  { letter: "R", threats: [...serverFaults, ...dataFaults] },
  { letter: "V", threats: verification },
  { letter: "W", threats: webhooks },
];

export const threats = sections.flatMap((section) => section.threats);
