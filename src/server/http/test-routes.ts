import type { Deps } from "../../features/deps.ts";
import type { LimitName } from "../../platform/rate-limits.ts";
import { createApp } from "./app.ts";

export type Access = "anyone" | "signed in" | "admin";

/** The data that a call reads or changes, which determines whom it must refuse. */
const accessTo = {
  "one document": "signed in",
  "the caller": "signed in",
  "a secret link": "anyone",
  "clients, for admins": "admin",
  "the public": "anyone",
} as const satisfies Record<string, Access>;
type About = keyof typeof accessTo;

/** The limits that apply to a caller of the route, or the reason why it needs none. */
type Often = LimitName[] | string;

const ownRows = "reads the caller's own rows, one page at a time";
const ownFile = "sends a stored file unchanged";
const admins = "only for admins; the audit log records access to clients' data";
const published = "sends something that already exists";
const secret = "256 random bits cannot be guessed, and the call reads one row";
const calls = "each call in it has the limits of its own route";

/**
 * Every route with its access and its limits. A route that is missing here fails the tests that use this table and must
 * be added.
 */
export const everyRoute: Record<string, { about: About; often: Often }> = {
  "GET /api/health": { about: "the public", often: "answers from memory" },
  "GET /api/ready": {
    about: "the public",
    often: "checks again only if the last check is a few seconds old",
  },
  "GET /metrics": { about: "the public", often: "for the operator's token; tables are read once a minute" },
  "GET /api/openapi.json": { about: "the public", often: "built once, then sent from memory" },
  "GET /api/docs": { about: "the public", often: "built once, then sent from memory" },
  "GET /api/trpc/*": { about: "the public", often: calls },
  "POST /api/trpc/*": { about: "the public", often: calls },
  "GET /verify.html": { about: "the public", often: "inserts the published keys into a page in memory" },
  "GET /*": { about: "the public", often: published },
  "POST /api/auth/register": {
    about: "the public",
    often: ["registrationsPerAddress", "accountsPerAddress"],
  },
  "POST /api/auth/login": {
    about: "the public",
    often: ["wrongLoginsPerAddress", "wrongLoginsPerAccountAndAddress", "wrongLoginsPerAccount"],
  },
  "POST /api/auth/passkey-login/options": { about: "the public", often: ["passkeySignInsPerAddress"] },
  "POST /api/auth/passkey-login": { about: "the public", often: ["passkeySignInsPerAddress"] },
  "POST /api/auth/provider-login": { about: "the public", often: ["providerSignInsPerAddress"] },
  "GET /api/auth/provider-login/:provider/callback": {
    about: "the public",
    often: ["providerSignInsPerAddress"],
  },
  "POST /api/auth/provider-login/:provider/callback": {
    about: "the public",
    often: ["providerSignInsPerAddress"],
  },
  "POST /api/auth/provider-login/finish": {
    about: "the public",
    often: ["providerSignInsPerAddress"],
  },
  "GET /api/auth/providers": { about: "the caller", often: ownRows },
  "POST /api/auth/providers": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/providers/first-password": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/providers/proof": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/providers/:id/unlink": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/logout": { about: "the public", often: "deletes one row, or none for a visitor" },
  "GET /api/auth/me": { about: "the caller", often: ownRows },
  "PATCH /api/auth/me": { about: "the caller", often: "changes one row" },
  "POST /api/auth/time-zone": { about: "the caller", often: "changes one row" },
  "POST /api/auth/language": { about: "the caller", often: "changes one row" },
  "POST /api/auth/delete-account": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/keep-account": { about: "the caller", often: "changes one row" },
  "GET /api/auth/sessions": { about: "the caller", often: ownRows },
  "DELETE /api/auth/sessions/:id": { about: "the caller", often: "at most once for each session" },
  "POST /api/auth/sessions/end-others": { about: "the caller", often: "at most once for each session" },
  "GET /api/auth/second-factor": { about: "the caller", often: ownRows },
  "POST /api/auth/authenticator-app": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/authenticator-app/confirm": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/authenticator-app/remove": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/passkeys/options": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/passkeys": { about: "the caller", often: "an account can have at most twenty" },
  "PATCH /api/auth/passkeys/:id": { about: "the caller", often: "changes one row" },
  "POST /api/auth/passkeys/:id/remove": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/passkey-proof/options": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/recovery-codes": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/email/cancel": { about: "the caller", often: "changes one row" },
  "POST /api/auth/change-password": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/forgot-password": {
    about: "the public",
    often: ["passwordResetsPerAddress", "passwordResetsPerAccountAndAddress"],
  },
  "POST /api/auth/reset-password": { about: "a secret link", often: secret },
  "POST /api/auth/email": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/auth/request-confirmation": {
    about: "the caller",
    often: [
      "confirmationsPerAccount",
      "firstConfirmationPerRecipientAndAddress",
      "firstConfirmationsPerRecipient",
    ],
  },
  "POST /api/auth/confirm-email": { about: "a secret link", often: secret },
  "GET /api/tokens": { about: "the caller", often: ownRows },
  "POST /api/tokens": { about: "the caller", often: ["accessChangesPerAccount"] },
  "DELETE /api/tokens/:id": { about: "the caller", often: "at most once for each token" },
  "GET /api/notices": { about: "the caller", often: ownRows },
  "GET /api/notices/unread": { about: "the caller", often: "counts the caller's own rows, 200 at most" },
  "POST /api/notices/:id/read": { about: "the caller", often: "changes one row" },
  "POST /api/notices/read": { about: "the caller", often: "changes the caller's own rows, 200 at most" },
  "GET /api/notices/mails": { about: "the caller", often: ownRows },
  "PATCH /api/notices/mails": { about: "the caller", often: "changes five rows" },
  "GET /api/offices": { about: "the caller", often: ownRows },
  "POST /api/offices": { about: "the caller", often: ["officesPerAccount"] },
  "POST /api/offices/switch": { about: "the caller", often: "changes one row" },
  "POST /api/invitations/open": { about: "a secret link", often: ["invitationViewsPerAddress"] },
  "POST /api/invitations/accept": {
    about: "the caller",
    often: "a person can belong to at most twenty offices",
  },
  "GET /api/office": { about: "the caller", often: ownRows },
  "PATCH /api/office": { about: "the caller", often: ["officeRenamesPerOffice"] },
  "POST /api/office/invitations": { about: "the caller", often: ["invitationsPerAccount"] },
  "DELETE /api/office/invitations/:id": { about: "the caller", often: "at most once for each invitation" },
  "PATCH /api/office/members/:id": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "DELETE /api/office/members/:id": { about: "the caller", often: "at most once for each member" },
  "POST /api/office/leave": { about: "the caller", often: "at most once for each member" },
  "POST /api/office/close": { about: "the caller", often: ["passwordChangesPerAccount"] },
  "POST /api/office/keep": { about: "the caller", often: "changes one row" },
  "GET /api/office/domains": { about: "the caller", often: ownRows },
  "POST /api/office/domains": { about: "the caller", often: ["domainsPerOffice"] },
  "POST /api/office/domains/:id/check": { about: "the caller", often: ["domainChecksPerOffice"] },
  "PATCH /api/office/domains/:id": { about: "the caller", often: "changes one row" },
  "DELETE /api/office/domains/:id": { about: "the caller", often: "at most once for each domain" },
  "GET /api/office/access": { about: "the caller", often: ownRows },
  "GET /api/office/log": { about: "the caller", often: ["logSearchesPerAccount"] },
  "GET /api/office/log.csv": { about: "the caller", often: ["exportsPerAccount"] },
  "GET /api/office/log.json": { about: "the caller", often: ["exportsPerAccount"] },
  "GET /api/webhooks": { about: "the caller", often: ownRows },
  "POST /api/webhooks": { about: "the caller", often: ["accessChangesPerAccount"] },
  "PATCH /api/webhooks/:id": { about: "the caller", often: "changes one row" },
  "DELETE /api/webhooks/:id": { about: "the caller", often: "at most once for each webhook" },
  "POST /api/webhooks/:id/rotate": { about: "the caller", often: "changes one row" },
  "GET /api/webhooks/:id/deliveries": { about: "the caller", often: ownRows },
  "POST /api/webhooks/:id/deliveries/:deliveryId/replay": {
    about: "the caller",
    often: ["webhookReplaysPerAccount"],
  },
  "GET /api/documents": { about: "the caller", often: ownRows },
  "POST /api/documents/upload": {
    about: "the caller",
    often: ["uploadsPerAccount", "freeMegabytesPerAddress"],
  },
  "GET /api/documents/:id": { about: "one document", often: ownRows },
  "GET /api/documents/search": { about: "the caller", often: ownRows },
  "PATCH /api/documents/:id": { about: "one document", often: "changes one row" },
  "DELETE /api/documents/:id": { about: "one document", often: "at most once for each document" },
  "POST /api/documents/:id/process": { about: "one document", often: "the plan is the limit" },
  "POST /api/documents/:id/email": {
    about: "one document",
    often: ["mailsPerAccount", "mailsPerDocument", "mailsPerAddress", "mailsPerSender", "mailsPerRecipient"],
  },
  "POST /api/documents/email": {
    about: "the caller",
    often: ["mailsPerAccount", "mailsPerDocument", "mailsPerAddress", "mailsPerSender", "mailsPerRecipient"],
  },
  "POST /api/documents/delete": { about: "the caller", often: "at most once for each document" },
  "GET /api/account/export": { about: "the caller", often: ["exportsPerAccount"] },
  "GET /api/documents.zip": { about: "the caller", often: ["zipsPerAccount", "evidenceZipsPerAccount"] },
  "GET /api/documents/:id/download": { about: "one document", often: ownFile },
  "GET /api/documents/:id/certificate": { about: "one document", often: ownFile },
  "GET /api/documents/:id/timestamp": { about: "one document", often: "reads rows of one document" },
  "GET /api/documents/:id/preview": { about: "one document", often: ownFile },
  "GET /api/documents/:id/picture": { about: "one document", often: ["picturesPerAccount"] },
  "GET /api/documents/:id/evidence": { about: "one document", often: ["packsPerDocument"] },
  "GET /api/shared/download": { about: "a secret link", often: secret },
  "GET /api/shared/certificate": { about: "a secret link", often: secret },
  "POST /api/shared/open": { about: "a secret link", often: ["shareCallsPerAddress"] },
  "POST /api/shared/download": { about: "a secret link", often: secret },
  "POST /api/shared/certificate": { about: "a secret link", often: secret },
  "POST /api/shared/picture": { about: "a secret link", often: ["sharePicturesPerAddress"] },
  "POST /api/shared/evidence": { about: "a secret link", often: ["packsPerDocument", "packsPerAddress"] },
  "GET /api/shared/evidence": { about: "a secret link", often: ["packsPerDocument", "packsPerAddress"] },
  "GET /api/collections": { about: "the caller", often: ownRows },
  "POST /api/collections": { about: "the caller", often: ["uploadsPerAccount", "freeMegabytesPerAddress"] },
  "GET /api/collections/:id": { about: "one document", often: ownRows },
  "DELETE /api/collections/:id": { about: "one document", often: "at most once for each collection" },
  "GET /api/collections/:id/certificate": { about: "one document", often: ownFile },
  "GET /api/collections/:id/evidence": { about: "one document", often: ["packsPerDocument"] },
  "GET /api/collections/:id/sha256sums": { about: "one document", often: ownFile },
  "GET /api/projects": { about: "the caller", often: "an account can have at most two hundred" },
  "POST /api/projects": { about: "the caller", often: "an account can have at most two hundred" },
  "GET /api/projects/:id": {
    about: "the caller",
    often: "a project can have at most five hundred documents",
  },
  "PATCH /api/projects/:id": { about: "the caller", often: "changes one row" },
  "DELETE /api/projects/:id": { about: "the caller", often: "at most once for each project" },
  "POST /api/projects/:id/entries": { about: "the caller", often: "changes at most one hundred rows" },
  "POST /api/projects/:id/timeline": { about: "the caller", often: ["timelinesPerAccount"] },
  "POST /api/projects/:id/versions": { about: "the caller", often: "changes at most one hundred rows" },
  "DELETE /api/project-entries": { about: "the caller", often: "changes at most one hundred rows" },
  "GET /api/projects/:id/shares": { about: "the caller", often: ownRows },
  "POST /api/projects/:id/shares": { about: "the caller", often: ["sharesPerAccount"] },
  "POST /api/projects/:id/acknowledgements": {
    about: "the caller",
    often: ["mailsPerAccount", "mailsPerAddress", "mailsPerSender", "mailsPerRecipient"],
  },
  "POST /api/share/acknowledge": { about: "a secret link", often: ["shareCallsPerAddress"] },
  "POST /api/shares/:id/link": { about: "the caller", often: ["sharesPerAccount"] },
  "DELETE /api/shares/:id": { about: "the caller", often: "at most once for each share" },
  "POST /api/share/open": {
    about: "a secret link",
    often: [
      "shareCallsPerAddress",
      "sharePasswordsPerShareAndAddress",
      "sharePasswordsPerShareAndAddressDaily",
    ],
  },
  "POST /api/share/download": { about: "a secret link", often: ["shareCallsPerAddress"] },
  "POST /api/share/picture": { about: "a secret link", often: ["sharePicturesPerAddress"] },
  "POST /api/share/certificate": { about: "a secret link", often: ["shareCallsPerAddress"] },
  "POST /api/share/evidence": {
    about: "a secret link",
    often: ["shareCallsPerAddress", "packsPerDocument", "packsPerAddress"],
  },
  "POST /api/share/zip": {
    about: "a secret link",
    often: ["shareCallsPerAddress", "zipsPerShareAndAddress", "evidenceZipsPerAddress"],
  },
  "GET /api/referral/stats": { about: "the caller", often: ownRows },
  "POST /api/referral/generate": { about: "the caller", often: "creates one code for each account, once" },
  "POST /api/referral/apply": {
    about: "the caller",
    often: ["referralTriesPerAccount", "referralTriesPerAddress"],
  },
  "POST /api/support/ticket": { about: "the caller", often: ["ticketsPerAccount"] },
  "GET /api/support/tickets": { about: "the caller", often: ownRows },
  "POST /api/support/tickets/:id/answers": { about: "the caller", often: ["ticketsPerAccount"] },
  "GET /api/support/tickets/all": { about: "clients, for admins", often: admins },
  "PATCH /api/support/tickets/:id": { about: "clients, for admins", often: admins },
  "DELETE /api/support/tickets/:id": { about: "clients, for admins", often: admins },
  "POST /api/contact": { about: "the public", often: ["contactMessagesPerAddress"] },
  "GET /api/subscription/payments": { about: "the caller", often: ["paymentHistoriesPerAccount"] },
  "GET /api/subscription/status": { about: "the caller", often: ownRows },
  "GET /api/legal/:name": { about: "the public", often: "answers from memory" },
  "GET /site/:file": { about: "the public", often: "answers from memory" },
  "GET /api/subscription/plans": { about: "the public", often: "answers from memory" },
  "POST /api/subscription/create": { about: "the caller", often: ["checkoutsPerAccount"] },
  "POST /api/subscription/cancel": {
    about: "the caller",
    often: "ends one subscription; after that, there is none left to end",
  },
  "POST /api/subscription/abandon": { about: "the caller", often: ["paymentChecksPerAccount"] },
  "POST /api/payment/pay-per-document": { about: "one document", often: ["checkoutsPerAccount"] },
  "POST /api/payment/complete-document-payment": {
    about: "one document",
    often: ["paymentChecksPerAccount"],
  },
  "POST /api/payment/pay-for-documents": { about: "one document", often: ["checkoutsPerAccount"] },
  "POST /api/payment/complete-documents-payment": {
    about: "one document",
    often: ["paymentChecksPerAccount"],
  },
  "POST /api/payment/redeem-credit": { about: "one document", often: "the credits are the limit" },
  "POST /api/stripe/webhook": { about: "the public", often: "reads only what Stripe has signed" },
  "GET /api/admin/documents/search": { about: "clients, for admins", often: admins },
  "GET /api/admin/documents/:id/original": { about: "clients, for admins", often: admins },
  "GET /api/admin/download": { about: "clients, for admins", often: admins },
  "GET /api/admin/users/search": { about: "clients, for admins", often: admins },
  "GET /api/admin/users": { about: "clients, for admins", often: admins },
  "GET /api/admin/users/:id": { about: "clients, for admins", often: admins },
  "POST /api/admin/users/:id/reset-link": { about: "clients, for admins", often: admins },
  "GET /api/admin/emails": { about: "clients, for admins", often: admins },
  "GET /api/admin/setup": { about: "clients, for admins", often: admins },
  "GET /api/admin/anchors": { about: "clients, for admins", often: admins },
  "DELETE /api/admin/users/:id": { about: "clients, for admins", often: admins },
  "POST /api/admin/email-documents": { about: "clients, for admins", often: ["mailsPerDocument"] },
  "POST /api/admin/grant-credits": { about: "clients, for admins", often: admins },
  "GET /api/admin/figures": { about: "clients, for admins", often: admins },
  "GET /api/admin/audit-log": { about: "clients, for admins", often: admins },
  "GET /api/verify/:serialNumber": { about: "the public", often: ["verificationsPerAddress"] },
  "GET /api/verify/:serialNumber/receipt": { about: "the public", often: ["verificationsPerAddress"] },
  "GET /api/verify/:serialNumber/files/:sha256": {
    about: "the public",
    often: ["fileRecordsPerAddress"],
  },
  "GET /.well-known/security.txt": { about: "the public", often: "answers from memory" },
  "GET /.well-known/jwks.json": { about: "the public", often: published },
  "POST /evidence/tsa": { about: "the public", often: ["timeStampsPerAddress"] },
  "GET /evidence/ca.pem": { about: "the public", often: published },
  "GET /evidence/ca.crl": { about: "the public", often: "creates one list a day" },
  "GET /evidence/ca/:file": { about: "the public", often: "creates one list a day" },
  "GET /evidence/ca-crls.pem": { about: "the public", often: "creates one list a day" },
  "GET /evidence/policy.json": { about: "the public", often: "answers from memory" },
  "GET /evidence/policy.txt": { about: "the public", often: "answers from memory" },
  "GET /evidence/tsa-roots.pem": { about: "the public", often: published },
  "GET /evidence/log/checkpoint": { about: "the public", often: published },
  "GET /evidence/log/vkey": { about: "the public", often: published },
  "GET /evidence/log/vkeys": { about: "the public", often: published },
  "GET /evidence/log/tile/*": { about: "the public", often: published },
  "GET /evidence/log/ended": { about: "the public", often: published },
  "GET /evidence/log/ended/:number/tile/*": { about: "the public", often: published },
  "GET /evidence/log/ended/:number/:file": { about: "the public", often: published },
  "GET /evidence/log/witnesses": { about: "the public", often: published },
  "GET /evidence/log/witnesses/vkeys": { about: "the public", often: published },
  "GET /evidence/log/witnesses/blocks": { about: "the public", often: published },
  "GET /evidence/log/witnesses/:size/:file": { about: "the public", often: published },
  "POST /evidence/witness/add-checkpoint": { about: "the public", often: ["cosignaturesPerAddress"] },
  "GET /evidence/witness/vkey": { about: "the public", often: published },
};

/** Who may call a route of the table. */
export function getAccess(route: string): Access {
  const known = everyRoute[route];
  if (!known) throw new Error(`${route} is missing from the table of routes.`);
  return accessTo[known.about];
}

/** The server's routes as `METHOD /path/:name`, each once. */
export function listRoutes(deps: Deps): string[] {
  const routes = createApp(deps).routes.filter(({ method }) => method !== "ALL");
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
}
