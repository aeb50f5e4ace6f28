import { accountsRouter } from "../accounts/accounts.router.ts";
import { documentsRouter } from "../documents/documents.router.ts";
import { supportRouter } from "../support/support.router.ts";
import { verificationRouter } from "../verification/verification.router.ts";
import { router } from "./trpc.ts";

/** Every procedure, by feature. REST calls (rest.ts) are names for these. */
export const appRouter = router({
  accounts: accountsRouter,
  documents: documentsRouter,
  support: supportRouter,
  verification: verificationRouter,
});

/** All the web page needs to know of the server. */
export type AppRouter = typeof appRouter;
