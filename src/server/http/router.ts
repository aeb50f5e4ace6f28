import type { AnyTRPCProcedure } from "@trpc/server";
import { accessTokensRouter } from "./routers/access-tokens.router.ts";
import { accountsRouter } from "./routers/accounts.router.ts";
import { adminRouter } from "./routers/admin.router.ts";
import { billingRouter } from "./routers/billing.router.ts";
import { collectionsRouter } from "./routers/collections.router.ts";
import { documentsRouter } from "./routers/documents.router.ts";
import { emailRouter } from "./routers/email.router.ts";
import { legalTextsRouter } from "./routers/legal-texts.router.ts";
import { noticesRouter } from "./routers/notices.router.ts";
import { officesRouter } from "./routers/offices.router.ts";
import { passwordRouter } from "./routers/password.router.ts";
import { projectsRouter } from "./routers/projects.router.ts";
import { providersRouter } from "./routers/providers.router.ts";
import { referralsRouter } from "./routers/referrals.router.ts";
import { secondFactorRouter } from "./routers/second-factor.router.ts";
import { sharesRouter } from "./routers/shares.router.ts";
import { supportRouter } from "./routers/support.router.ts";
import { verificationRouter } from "./routers/verification.router.ts";
import { webhooksRouter } from "./routers/webhooks.router.ts";
import { router } from "./trpc.ts";

/** Every procedure, by feature. */
export const appRouter = router({
  accounts: accountsRouter,
  admin: adminRouter,
  email: emailRouter,
  legalTexts: legalTextsRouter,
  password: passwordRouter,
  billing: billingRouter,
  collections: collectionsRouter,
  documents: documentsRouter,
  notices: noticesRouter,
  offices: officesRouter,
  projects: projectsRouter,
  providers: providersRouter,
  referrals: referralsRouter,
  secondFactor: secondFactorRouter,
  shares: sharesRouter,
  support: supportRouter,
  tokens: accessTokensRouter,
  verification: verificationRouter,
  webhooks: webhooksRouter,
});

/** The type of the server's procedures for the web page. */
export type AppRouter = typeof appRouter;

/** Every procedure by its full name, e.g. "projects.create"; tRPC stores them flat, although its type is nested. */
export const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>;
