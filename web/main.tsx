import { createRoot, hydrateRoot } from "react-dom/client";
import { App, type AppParts } from "./app.tsx";
import { accountHeaders, handleAuthError, recheckAccount } from "./features/accounts/page-account.ts";
import { onSessionMessage } from "./features/accounts/session-channel.ts";
import { rememberSession } from "./features/accounts/session-hint.ts";
import { requestFirstData } from "./first-data.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { tolerateTranslation } from "./lib/tolerate-translation.ts";
import { createTrpcClient } from "./lib/trpc.ts";
import { createAppRouter } from "./router.tsx";
import { discardForeignDrawing } from "./texts/drawn-language.ts";
import { spokenLanguage } from "./texts/translation.ts";

tolerateTranslation();
const queryClient = createQueryClient(handleAuthError);
const trpcClient = createTrpcClient(() => accountHeaders(queryClient));
const router = createAppRouter();
onSessionMessage(() => recheckAccount(queryClient));
rememberSession(queryClient);
requestFirstData(queryClient, trpcClient, location.pathname);

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no element #root.");
discardForeignDrawing(place, spokenLanguage().language);
void show(place, { queryClient, trpcClient, router });

/** Hydrates the server-rendered page (render-page.tsx), or renders it if the server sent an empty one. */
async function show(root: HTMLElement, parts: AppParts): Promise<void> {
  if (!root.hasChildNodes()) return createRoot(root).render(<App {...parts} />);
  // Before that, the router has nothing to show, and the server-rendered content would be removed.
  await router.load();
  hydrateRoot(root, <App {...parts} />);
}
