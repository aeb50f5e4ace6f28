import type { LegalTextName } from "../../../src/features/legal-texts/legal-texts.schema.ts";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { trpc } from "../../lib/trpc.ts";
import { shellMessages } from "../../texts/shell.ts";
import { spokenLanguage } from "../../texts/translation.ts";

const text = shellMessages.legal;

/** An operator's text in the reader's language, or in an available one. */
export function LegalText({ name, heading }: { name: LegalTextName; heading: string }) {
  const shown = trpc.legalTexts.get.useQuery({ name, language: spokenLanguage().language });
  return (
    <>
      <h1 className="text-title wrap-anywhere" lang={shown.data?.title ? shown.data.language : undefined}>
        {shown.data?.title ?? heading}
      </h1>
      {shown.isPending && <Spinner label={shellMessages.loading} />}
      {shown.isError && (
        <FailedNotice again={text.again} busy={shown.isFetching} onRetry={() => void shown.refetch()}>
          {text.failed}
        </FailedNotice>
      )}
      {shown.data && (
        <article
          className="legal-text mt-6"
          lang={shown.data.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from Markdown and escapes HTML.
          dangerouslySetInnerHTML={{ __html: shown.data.html }}
        />
      )}
    </>
  );
}
