import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { recheckSession } from "./features/accounts/recheck-session.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { createTrpcClient, trpc } from "./lib/trpc.ts";
import { createAppRouter } from "./router.tsx";

const queryClient = createQueryClient(recheckSession);
const trpcClient = createTrpcClient();
const router = createAppRouter();

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
