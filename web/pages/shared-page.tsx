import { Link } from "@tanstack/react-router";
import { Award, Clock, Download, Package } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { writeTime } from "../../src/evidence/written-time.ts";
import type { EmailedDocument } from "../../src/features/documents/documents.output.schema.ts";
import { sharedLinkDays } from "../../src/features/documents/email.schema.ts";
import { buttonClasses } from "../components/button.tsx";
import { FailedLine } from "../components/failed-line.tsx";
import { Notice } from "../components/notice.tsx";
import { WholeTimes } from "../components/whole-times.tsx";
import { WitnessHint } from "../features/documents/witness-hint.tsx";
import { FileForm } from "../features/sharing/file-form.tsx";
import { FoldedFacts } from "../features/sharing/folded-facts.tsx";
import { SharedPicture } from "../features/sharing/shared-picture.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { parseServerError } from "../lib/server-errors.ts";
import { trpc } from "../lib/trpc.ts";
import { useLinkToken } from "../lib/use-link-token.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { emailMessages } from "../texts/document-email.ts";
import { spokenLanguage } from "../texts/translation.ts";

/**
 * The target of links in our emails. The token follows the # in the address, which browsers do not send; a form sends
 * it in its body.
 */
export function SharedPage() {
  const token = useLinkToken();
  return token === "" ? <ExpiredLinkPage /> : <Downloads key={token} token={token} />;
}

function Downloads({ token }: { token: string }) {
  const text = emailMessages.shared;
  useTitle(text.title);
  useNoIndex();
  const { document, error, retry } = useSharedDocument(token);
  if (parseServerError(error).status === 404) return <ExpiredLinkPage />;
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <h1 className="mb-4 text-title">{text.title}</h1>
      <p>{text.intro(sharedLinkDays)}</p>
      <div className="mt-6 flex gap-4 rounded-panel border border-line bg-card p-4 shadow-card max-sm:flex-col sm:p-6">
        <SharedPicture
          address={document && "/api/shared/picture"}
          form={new URLSearchParams({ token }).toString()}
          isCollection={document?.isCollection ?? false}
          className="h-picture self-start"
        />
        <div className="grid min-w-0 grow content-start gap-1">
          {document && <SharedDocument document={document} />}
          {error !== undefined && (
            <FailedLine again={text.again} onRetry={retry}>
              {text.failed}
            </FailedLine>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            <FileForm
              address="/api/shared/download"
              fields={{ token }}
              icon={Download}
              label={document?.isCollection ? text.list : text.stampedCopy}
              variant="primary"
            />
            <FileForm
              address="/api/shared/certificate"
              fields={{ token }}
              icon={Award}
              label={text.certificate}
            />
          </div>
          <div className="mt-2">
            <FoldedFacts title={text.more}>
              {document && (
                <p>
                  {text.serial}:{" "}
                  <span className="tabular-nums wrap-anywhere" translate="no">
                    {document.serialNumber}
                  </span>
                </p>
              )}
              <FileForm
                address="/api/shared/evidence"
                fields={{ token }}
                icon={Package}
                label={text.evidence}
              />
              <p>{text.evidenceHint}</p>
              {document && <WitnessHint time={document.time} timeZone={document.timeZone} />}
            </FoldedFacts>
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

/** The document behind the link. If it can't be loaded, its files can still be downloaded. */
function useSharedDocument(token: string) {
  const { client } = trpc.useUtils();
  const [document, setDocument] = useState<EmailedDocument>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(() => {
    setError(undefined);
    client.documents.openShared.mutate({ token }).then(setDocument, setError);
  }, [client, token]);
  useEffect(load, [load]);
  return { document, error, retry: load };
}

function SharedDocument({ document: { name, serialNumber, time, timeZone } }: { document: EmailedDocument }) {
  const text = emailMessages.shared;
  return (
    <>
      <p className="font-semibold wrap-anywhere" translate="no">
        {name}
      </p>
      <p>
        <time dateTime={time}>
          <WholeTimes>{writeTime(new Date(time), spokenLanguage().language, timeZone)}</WholeTimes>
        </time>
      </p>
      <p>
        <Link
          to="/verify/$serialNumber"
          params={{ serialNumber }}
          className="link inline-flex min-h-8 items-center"
        >
          {text.verify}
        </Link>
      </p>
    </>
  );
}

/** The page for a link that has expired or is incomplete. */
export function ExpiredLinkPage() {
  const text = emailMessages.sharedLink;
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <h1 className="mb-4 text-title">{text.title}</h1>
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        <p>{text.reason(sharedLinkDays)}</p>
        <p className="mt-2">{text.remedy}</p>
      </Notice>
      <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
        {text.home}
      </Link>
    </PageFrame>
  );
}
