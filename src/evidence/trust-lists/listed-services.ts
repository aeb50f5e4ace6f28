import type { Certificate } from "../x509/certificate.ts";

/** What a trusted list of a state says about its qualified time-stamp services (ETSI TS 119 612). */
export type TrustedList = {
  /** The state, such as ES, and who publishes the list. */
  territory: string;
  operator: string;
  /** Counts up with each version of the list. */
  sequence: number;
  issued: Date;
  /** When the next version is due at the latest; undefined: the scheme was closed, and this list is the last one. */
  nextUpdate: Date | undefined;
  services: TimeStampService[];
};

export type TimeStampService = {
  name: string;
  /** The certificates of the service: those in its tokens, or of the authority that issues them. */
  certificates: Certificate[];
  /** Newest first; each holds until the one before it begins. */
  statuses: { since: Date; isGranted: boolean }[];
};

/** Whether the service was a qualified one at this time. */
export const isGrantedAt = ({ statuses }: Pick<TimeStampService, "statuses">, time: Date): boolean =>
  statuses.find(({ since }) => since <= time)?.isGranted === true;

/** The list may have changed since, and what it says about a service cannot be relied on. */
export const isOutdated = ({ nextUpdate }: TrustedList, now: Date): boolean =>
  nextUpdate !== undefined && nextUpdate < now;
