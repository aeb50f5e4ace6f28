import { accountsRouter } from "../accounts/accounts.router.ts";
import { router } from "./trpc.ts";

/** Every procedure, by feature. REST calls (rest.ts) are names for these. */
export const appRouter = router({
  accounts: accountsRouter,
});

/** All the web page needs to know of the server. */
export type AppRouter = typeof appRouter;
