import { Hono } from "hono";
import type { Deps } from "../../features/deps.ts";
import { policyPath } from "../../issuing/policy/practice-statement.ts";
import { publishedKeys } from "../../platform/keys/keys.ts";
import { programCommit, programVersion } from "../../program-info.ts";
import { refuseOtherAccounts } from "./account-guard.ts";
import { downloadForAdmin, viewOriginalForAdmin } from "./admin-files.ts";
import { createAdoptedSites, leadToAdopted, serveRecord } from "./adopted-sites.ts";
import { answerError } from "./answer-error.ts";
import { serveDocs, serveOpenApi } from "./api-description.ts";
import type { BuiltPage } from "./built-page.ts";
import {
  addCollection,
  downloadCollectionCertificate,
  downloadCollectionEvidence,
  downloadSha256Sums,
  serveFileRecord,
} from "./collections.ts";
import { inlineParts } from "./csp-hashes.ts";
import {
  downloadAccount,
  downloadCertificate,
  downloadEvidence,
  downloadOffice,
  downloadSharedCertificate,
  downloadSharedCopy,
  downloadSharedEvidence,
  downloadStampedCopy,
  downloadTimeStamp,
  downloadZip,
  previewStampedCopy,
  showPicture,
  showSharedPicture,
} from "./downloads.ts";
import { answerReady } from "./health.ts";
import type { App, HttpEnv } from "./http-env.ts";
import { identify } from "./identify.ts";
import {
  serveCheckpoint,
  serveCoseReceipt,
  serveRetiredFile,
  serveRetiredLogs,
  serveRetiredTile,
  serveTile,
  serveVerifierKey,
  serveVerifierKeys,
} from "./log-files.ts";
import { serveLogo } from "./logo-file.ts";
import { answerUnknown, lengthOfHead, onlyKnownMethods } from "./methods.ts";
import { serveMetrics } from "./metrics.ts";
import { downloadOfficeLog } from "./office-log.ts";
import { serveOfflineVerifier } from "./offline-verifier.ts";
import { loadPage } from "./page-settings.ts";
import { receiveProviderAnswer } from "./provider-answers.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { logRequest } from "./request-log.ts";
import { mountRest } from "./rest.ts";
import { mountRpc } from "./rpc.ts";
import { refuseForeignPages, securityHeaders } from "./security.ts";
import { serveSecurityContact } from "./security-contact.ts";
import {
  downloadCertificateFromShare,
  downloadEvidenceFromShare,
  downloadFromShare,
  downloadZipFromShare,
  showPictureFromShare,
  showRefusal,
} from "./share-files.ts";
import { takeStripeEvent } from "./stripe-events.ts";
import {
  answerTimeStamps,
  serveAcceptedRoots,
  serveCrl,
  serveCrls,
  serveNamedCrl,
  servePolicy,
  servePracticeStatement,
  serveRootCertificate,
} from "./tsa-files.ts";
import { inTurns } from "./turns.ts";
import { upload } from "./uploads.ts";
import { createVisitorPages, type VisitorPages } from "./visitor-pages.ts";
import { answerPage } from "./web.ts";
import {
  addCheckpoint,
  serveBlocks,
  serveCosignerKeys,
  serveWitnesses,
  serveWitnessFile,
  serveWitnessKey,
} from "./witness-files.ts";

/** All routes and middleware in the order in which a request passes them. */
export function createApp(
  deps: Deps,
  page: BuiltPage = loadPage(deps.config),
  visitorPages: VisitorPages = createVisitorPages(page, deps),
): App {
  const app: App = new Hono<HttpEnv>();
  app.onError((error, c) => answerError(deps.log, error, c));

  app.use(logRequest(deps.log, deps.measures, page));
  app.use(securityHeaders(deps.config, inlineParts(page)));
  app.use(lengthOfHead);
  app.use(onlyKnownMethods);
  // A provider's page sends its answer from another site; only the browser's own cookie and the state make it count.
  app.on(["GET", "POST"], "/api/auth/provider-login/:provider/callback", receiveProviderAnswer(deps));
  app.use(refuseForeignPages(deps.config));

  app.get("/api/health", (c) => c.json({ status: "ok", version: programVersion, commit: programCommit() }));
  app.get("/api/ready", answerReady(deps));
  app.use(inTurns(deps.config));
  app.use(rateLimitHeaders);
  app.get("/metrics", serveMetrics(deps));
  const adoptedSites = createAdoptedSites(deps, page);
  app.use(adoptedSites.atHost);
  app.get("/adopted/:site/*", adoptedSites.belowFolder);
  app.get("/api/verify/:serialNumber", serveRecord(deps));
  app.get("/api/verify/:serialNumber/receipt", serveCoseReceipt(deps));
  app.get("/api/verify/:serialNumber/files/:sha256", serveFileRecord(deps));

  app.get("/api/openapi.json", serveOpenApi(deps.config));
  app.get("/api/docs", serveDocs(deps.config, page));

  app.use("/api/*", identify(deps));
  mountRpc(app, deps.log);
  mountRest(app);
  app.use("/api/*", refuseOtherAccounts);
  app.post("/api/documents/upload", upload);
  app.get("/api/documents.zip", downloadZip(page));
  app.get("/api/account/export", downloadAccount(page));
  app.get("/api/office/export", downloadOffice(page));
  app.get("/api/office/log.csv", downloadOfficeLog("csv"));
  app.get("/api/office/log.json", downloadOfficeLog("json"));
  app.get("/api/documents/:id/download", downloadStampedCopy);
  app.get("/api/documents/:id/certificate", downloadCertificate);
  app.get("/api/documents/:id/timestamp", downloadTimeStamp);
  app.get("/api/documents/:id/preview", previewStampedCopy);
  app.get("/api/documents/:id/picture", showPicture);
  app.get("/api/documents/:id/evidence", downloadEvidence(page));
  app.post("/api/collections", addCollection);
  app.get("/api/collections/:id/certificate", downloadCollectionCertificate);
  app.get("/api/collections/:id/evidence", downloadCollectionEvidence(page));
  app.get("/api/collections/:id/sha256sums", downloadSha256Sums);
  app.on(["GET", "POST"], "/api/shared/download", downloadSharedCopy(page));
  app.on(["GET", "POST"], "/api/shared/certificate", downloadSharedCertificate(page));
  app.on(["GET", "POST"], "/api/shared/evidence", downloadSharedEvidence(page));
  app.post("/api/shared/picture", showSharedPicture(page));
  app.use("/api/share/:file", showRefusal(page));
  app.post("/api/share/picture", showPictureFromShare(page));
  app.post("/api/share/download", downloadFromShare(page));
  app.post("/api/share/certificate", downloadCertificateFromShare(page));
  app.post("/api/share/evidence", downloadEvidenceFromShare(page));
  app.post("/api/share/zip", downloadZipFromShare(page));
  app.get("/api/admin/download", downloadForAdmin);
  app.get("/api/admin/documents/:id/original", viewOriginalForAdmin);
  app.post("/api/stripe/webhook", takeStripeEvent);
  app.get("/site/:file", serveLogo(deps));
  app.get("/.well-known/security.txt", serveSecurityContact(deps));
  app.get("/.well-known/jwks.json", (c) => c.json(publishedKeys(deps.signingKeys)));
  app.post("/evidence/tsa", answerTimeStamps(deps));
  app.get("/evidence/ca.pem", serveRootCertificate(deps));
  app.get("/evidence/ca.crl", serveCrl(deps));
  app.get("/evidence/ca-crls.pem", serveCrls(deps));
  app.get("/evidence/ca/:file", serveNamedCrl(deps));
  app.get("/evidence/tsa-roots.pem", serveAcceptedRoots(deps));
  app.get(policyPath.json, servePolicy(deps));
  app.get(policyPath.text, servePracticeStatement(deps));
  app.get("/evidence/log/checkpoint", serveCheckpoint(deps));
  app.get("/evidence/log/vkey", serveVerifierKey(deps));
  app.get("/evidence/log/vkeys", serveVerifierKeys(deps));
  app.get("/evidence/log/tile/*", serveTile(deps));
  app.get("/evidence/log/ended", serveRetiredLogs(deps));
  app.get("/evidence/log/ended/:number/tile/*", serveRetiredTile(deps));
  app.get("/evidence/log/ended/:number/:file", serveRetiredFile(deps));
  app.get("/evidence/log/witnesses", serveWitnesses(deps));
  app.get("/evidence/log/witnesses/vkeys", serveCosignerKeys(deps));
  app.get("/evidence/log/witnesses/blocks", serveBlocks(deps));
  app.get("/evidence/log/witnesses/:size/:file", serveWitnessFile(deps));
  app.post("/evidence/witness/add-checkpoint", addCheckpoint(deps));
  app.get("/evidence/witness/vkey", serveWitnessKey(deps));

  app.get("/verify.html", serveOfflineVerifier(deps, page));
  app.get("/verify/:serialNumber", leadToAdopted(deps));
  app.get("*", answerPage(page, deps, visitorPages));
  app.notFound(answerUnknown(app));
  return app;
}
