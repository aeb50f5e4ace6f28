import { acceptsWord } from "../../../environment/server-settings.ts";
import { trpc } from "../../../lib/trpc.ts";
import { translate } from "../../../texts/translation.ts";

const askAgainMs = 10_000;

/** Whether the answer stays: Word documents are accepted, or will never be. */
const isFinal = ({ wordRefusal }: { wordRefusal: string | null }) => wordRefusal === null || !acceptsWord;

/**
 * Why the server cannot accept Word documents, in the user's language; undefined if it can, or has not answered yet.
 * Asks again until it can: LibreOffice may still be starting.
 */
export function useWordRefusal(): string | undefined {
  const { data } = trpc.documents.accepted.useQuery(undefined, {
    refetchInterval: ({ state: { data } }) => (data && isFinal(data) ? false : askAgainMs),
  });
  if (!data?.wordRefusal) return undefined;
  const { wordRefusal: message, wordRefusalCode: code, wordRefusalParams: params } = data;
  return translate({ message, code, params });
}
