/** Every table of the product. Split by feature, with the names and lengths from section 3 of the specification. */
export {
  accessTokens,
  authenticatorApps,
  knownDevices,
  passkeyChallenges,
  passkeys,
  providerIdentities,
  providerSignIns,
  recoveryCodes,
  sessions,
  unlockingMailboxes,
  users,
} from "./schema/accounts.ts";
export { adoptedFiles, adoptedRecords, adoptions } from "./schema/adoptions.ts";
export { creditEntries, purchaseDocuments, purchases, stripeEvents } from "./schema/billing.ts";
export { leases, sealedKeys } from "./schema/cluster.ts";
export { certificates, documents, stampUsage } from "./schema/documents.ts";
export {
  archiveTimeStamps,
  clock,
  preservedAttestations,
  timeStampRoots,
  timeStamps,
  trustedLists,
} from "./schema/evidence.ts";
export { jobs } from "./schema/jobs.ts";
export { logEntries, logHead, logNodes, retiredLogs } from "./schema/log.ts";
export { magicLinks, mails } from "./schema/mail.ts";
export { noticeMails, notices } from "./schema/notices.ts";
export { officeDomains, officeInvitations, officeLog, officeMembers } from "./schema/offices.ts";
export { projects } from "./schema/projects.ts";
export { auditLog, idempotentCalls, rateLimits } from "./schema/safety.ts";
export { projectShares, shareOpenings } from "./schema/shares.ts";
export { supportTickets, ticketAnswers } from "./schema/support.ts";
export { webhookDeliveries, webhookEndpoints } from "./schema/webhooks.ts";
export {
  anchorAnswers,
  announcedAnchors,
  blockHeaders,
  checkpointCosignatures,
  checkpointTimeStamps,
  cosignedHeads,
  witnessedCheckpoints,
} from "./schema/witnesses.ts";
