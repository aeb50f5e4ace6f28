import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { accountHeaders, mindAccount, recheckAccount } from "./features/accounts/page-account.ts";
import { rememberSession } from "./features/accounts/session-hint.ts";
import { onSessionNews } from "./features/accounts/session-news.ts";
import { askForFirstData } from "./first-data.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { createTrpcClient, trpc } from "./lib/trpc.ts";
import { createAppRouter } from "./router.tsx";

const queryClient = createQueryClient(mindAccount);
const trpcClient = createTrpcClient(() => accountHeaders(queryClient));
const router = createAppRouter();
onSessionNews(() => recheckAccount(queryClient));
rememberSession(queryClient);
askForFirstData(queryClient, trpcClient, location.pathname);

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no element #root.");
createRoot(place).render(
  <StrictMode>
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>,
);
