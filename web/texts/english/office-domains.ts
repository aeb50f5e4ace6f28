import type { DomainOutcome } from "../../../db/columns/offices.ts";

export const officeDomains = {
  title: "Domains",
  intro:
    "Prove that a domain belongs to your office, and certificates say so: “Domain example.com, verified by a DNS record”, next to the name of the office, which is only stated.",
  none: "Your office has no domain yet.",
  add: {
    label: "Domain",
    hint: "For example, example.com. You need access to its DNS settings.",
    submit: "Add",
    pending: "Adding…",
  },
  states: {
    pending: "Not verified yet",
    verified: "Verified",
    failing: "Verified, but its record was not found",
    lost: "No longer verified",
  },
  seen: (when: string) => `Its record was last seen on ${when}.`,
  checked: (when: string) => `Last looked up on ${when}:`,
  outcomes: {
    found: "the record was found.",
    missing: "the record was not found. A new record can take hours to appear.",
    wildcard:
      "a wildcard record answers for every name of the domain, which proves nothing. Please publish the record at exactly this name.",
    unreachable: "the name servers did not answer, which says nothing about the record.",
  } as Record<DomainOutcome, string>,
  failing: "If it is not found for three days, the domain is no longer verified.",
  steps:
    "Publish this record in the DNS settings of the domain, and leave it there: we look for it every day.",
  type: "Type: TXT",
  recordName: { label: "Name", copy: "Copy", copied: "Copied" },
  recordNameHint: (zone: string) =>
    `Many providers add “.${zone}” themselves; enter only what stands before it there.`,
  recordValue: { label: "Value", copy: "Copy", copied: "Copied" },
  showRecord: (name: string) => `The DNS record of ${name}`,
  check: "Check now",
  checkNamed: (name: string) => `Check now: ${name}`,
  found: "The record was found",
  notFound: "The record was not found",
  shown: "On new certificates",
  show: "Put on certificates",
  showNamed: (name: string) => `Put on certificates: ${name}`,
  hide: "Take off certificates",
  hideNamed: (name: string) => `Take off certificates: ${name}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: "Remove this domain?",
  removeText: (name: string) =>
    `${name} no longer stands on new certificates. Existing ones keep it. To add it again, you need a new record.`,
};
