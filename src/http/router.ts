import { accessTokensRouter } from "../accounts/access-tokens.router.ts";
import { accountsRouter } from "../accounts/accounts.router.ts";
import { emailRouter } from "../accounts/email.router.ts";
import { passwordRouter } from "../accounts/password.router.ts";
import { adminRouter } from "../admin/admin.router.ts";
import { billingRouter } from "../billing/billing.router.ts";
import { documentsRouter } from "../documents/documents.router.ts";
import { referralsRouter } from "../referrals/referrals.router.ts";
import { supportRouter } from "../support/support.router.ts";
import { verificationRouter } from "../verification/verification.router.ts";
import { webhooksRouter } from "../webhooks/webhooks.router.ts";
import { router } from "./trpc.ts";

/** Every procedure, by feature. REST calls (rest.ts) are names for these. */
export const appRouter = router({
  accounts: accountsRouter,
  admin: adminRouter,
  email: emailRouter,
  password: passwordRouter,
  billing: billingRouter,
  documents: documentsRouter,
  referrals: referralsRouter,
  support: supportRouter,
  tokens: accessTokensRouter,
  verification: verificationRouter,
  webhooks: webhooksRouter,
});

/** All the web page needs to know of the server. */
export type AppRouter = typeof appRouter;
