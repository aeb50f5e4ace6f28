import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { type createTrpcClient, trpc } from "./lib/trpc.ts";
import type { createAppRouter } from "./router.tsx";

export type AppParts = {
  queryClient: QueryClient;
  trpcClient: ReturnType<typeof createTrpcClient>;
  router: ReturnType<typeof createAppRouter>;
};

/** The root component, in the browser and on the server (render-page.tsx): both must produce the same output. */
export function App({ queryClient, trpcClient, router }: AppParts) {
  return (
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>
  );
}
