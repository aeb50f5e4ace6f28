import { httpBatchLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "../../src/http/router.ts";

/** Every call of the page except uploads and files, typed from the server's own router. */
export const trpc = createTRPCReact<AppRouter>();

export function createTrpcClient() {
  return trpc.createClient({ links: [httpBatchLink({ url: "/api/trpc", maxItems: 10 })] });
}
