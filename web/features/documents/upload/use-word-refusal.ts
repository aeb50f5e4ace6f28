import { trpc } from "../../../lib/trpc.ts";
import { translate } from "../../../texts/translation.ts";

const askAgainMs = 10_000;

/**
 * Why the server cannot accept Word documents, in the user's language; undefined if it can, or has not answered yet.
 * Asks again until it can: LibreOffice may still be starting.
 */
export function useWordRefusal(): string | undefined {
  const { data } = trpc.documents.accepted.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.wordRefusal === null ? false : askAgainMs),
  });
  if (!data?.wordRefusal) return undefined;
  const { wordRefusal: message, wordRefusalCode: code, wordRefusalParams: params } = data;
  return translate({ message, code, params });
}
