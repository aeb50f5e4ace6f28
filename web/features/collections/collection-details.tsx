import { Link, useNavigate } from "@tanstack/react-router";
import {
  Award,
  CircleAlert,
  ListChecks,
  LoaderCircle,
  type LucideIcon,
  Mail,
  Package,
  Trash2,
} from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { writeTime } from "../../../src/evidence/written-time.ts";
import { writeSize } from "../../../src/formats/written-size.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FailedLine } from "../../components/failed-line.tsx";
import { Notice } from "../../components/notice.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";
import { collectionsMessages } from "../../texts/collections.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { useRights } from "../accounts/use-rights.ts";
import { DocumentPaymentDialog } from "../billing/document-payment-dialog.tsx";
import type { DocumentView } from "../documents/document.ts";
import { translateDocumentError } from "../documents/document-error.ts";
import { HistorySkeleton } from "../documents/history/history-states.tsx";
import { getConfig } from "../documents/queue/default-config.ts";
import { useDownload } from "../documents/use-download.ts";
import { WitnessHint } from "../documents/witness-hint.tsx";
import { nextAskMs } from "../documents/workflow/use-document-status.ts";
import { useRemoveReplaced } from "./use-remove-replaced.ts";

const text = collectionsMessages.page;
const EmailDialog = lazy(async () => ({
  default: (await import("../documents/email/email-dialog.tsx")).EmailDialog,
}));

/** A collection's document. */
type Collection = DocumentView & { collection: NonNullable<DocumentView["collection"]> };

const isCollection = (document: DocumentView): document is Collection => document.collection !== null;

type CollectionDetailsProps = {
  id: string;
  /** Whether the plan turned out to be used up when the list was sent. */
  isUnpaid: boolean;
};

/** One collection: what was attested, its files to download, and its actions. */
export function CollectionDetails({ id, isUnpaid }: CollectionDetailsProps) {
  const query = trpc.documents.get.useQuery(
    { id },
    {
      retry: (failures, error) => parseServerError(error).status !== 404 && failures < 3,
      refetchInterval: ({ state }) => (state.data?.status === "processing" ? nextAskMs(state.data) : false),
    },
  );
  const document = query.data;
  useTitle(document?.displayName ?? collectionsMessages.new.title);
  useRemoveReplaced(id, document?.status === "completed");
  if (query.isPending) return <HistorySkeleton />;
  if (!document || !isCollection(document)) {
    if (document || parseServerError(query.error).status === 404) return <p>{text.notFound}</p>;
    return (
      <FailedLine again={text.again} onRetry={() => void query.refetch()}>
        {text.failed}
      </FailedLine>
    );
  }
  return (
    <div className="grid gap-6">
      <h1 className="text-title wrap-anywhere" translate="no">
        {document.displayName}
      </h1>
      <State document={document} isUnpaid={isUnpaid} />
      <Facts document={document} />
      {document.status === "completed" && <Downloads document={document} />}
      <Actions document={document} />
    </div>
  );
}

function State({ document, isUnpaid }: { document: Collection; isUnpaid: boolean }) {
  switch (document.status) {
    case "completed":
      return null;
    case "processing":
      return (
        <p role="status" className="flex items-center gap-2">
          <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
          {text.processing}
        </p>
      );
    default:
      return <Waiting document={document} isUnpaid={isUnpaid} />;
  }
}

function Waiting({ document, isUnpaid }: { document: Collection; isUnpaid: boolean }) {
  const calls = trpc.useUtils();
  const process = trpc.documents.process.useMutation();
  const [unpaid, setUnpaid] = useState(isUnpaid ? text.waiting : undefined);
  const config = getConfig(document);
  const { mayWrite } = useRights();
  const isGone = document.originalDeletedAt !== null;
  async function start(): Promise<void> {
    setUnpaid(undefined);
    try {
      const answer = await process.mutateAsync({ id: document.id, ...config });
      calls.documents.get.setData({ id: document.id }, answer);
      void calls.billing.status.invalidate();
    } catch (error) {
      const { status, message = text.notAttestedText } = parseServerError(error);
      if (status === 402) return setUnpaid(message);
      notify({ kind: "error", title: text.notAttested, description: message });
    }
  }
  return (
    <Card>
      <Notice tone={document.status === "error" ? "bad" : "warn"} icon={<CircleAlert aria-hidden="true" />}>
        {isGone ? text.gone : document.status === "error" ? translateDocumentError(document) : text.waiting}
      </Notice>
      {mayWrite && isGone && (
        <Link to="/collections/new" className={`${buttonClasses()} mt-4`}>
          {text.another}
        </Link>
      )}
      {mayWrite && !isGone && (
        <Button className="mt-4" busy={process.isPending} onClick={() => void start()}>
          {process.isPending ? text.attesting : text.attest}
        </Button>
      )}
      {unpaid !== undefined && !isGone && (
        <DocumentPaymentDialog
          documentId={document.id}
          name={document.originalName}
          config={config}
          message={unpaid}
          onPaid={() => void start()}
          onClose={() => setUnpaid(undefined)}
        />
      )}
    </Card>
  );
}

function Facts({ document }: { document: Collection }) {
  const { collection, serialNumber, processedAt, timeZone, originalName, status } = document;
  return (
    <Card aria-labelledby="facts-title">
      <h2 id="facts-title" className="text-heading">
        {text.facts}
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-facts">
        <Fact name={text.title}>{originalName}</Fact>
        <Fact name={text.files}>
          {documentsMessages.collections.count(collection.fileCount, writeSize(collection.totalBytes))}
          {!collection.hasNames && <span className="block text-muted">{text.noNames}</span>}
        </Fact>
        {status === "completed" && processedAt !== null && (
          <Fact name={text.time}>
            <time dateTime={processedAt}>
              <WholeTimes>{writeTime(new Date(processedAt), spokenLanguage().language, timeZone)}</WholeTimes>
            </time>
          </Fact>
        )}
        {status === "completed" && serialNumber !== null && (
          <Fact name={text.serial}>
            <span className="font-semibold" translate="no">
              {serialNumber}
            </span>
            <br />
            <Link
              to="/verify/$serialNumber"
              params={{ serialNumber }}
              className="link inline-flex min-h-6 items-center"
            >
              {text.verify}
            </Link>
          </Fact>
        )}
        <Fact name={text.root}>
          <span className="font-mono text-sm break-all" translate="no">
            {collection.root}
          </span>
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

function Downloads({ document: { id, processedAt, timeZone } }: { document: Collection }) {
  const address = (part: string) => `/api/collections/${encodeURIComponent(id)}/${part}`;
  return (
    <Card aria-labelledby="downloads-title">
      <h2 id="downloads-title" className="text-heading">
        {text.downloads}
      </h2>
      <ul className="mt-4 grid gap-4">
        <FileLine
          Icon={Award}
          name={text.certificate}
          hint={text.certificateHint}
          href={address("certificate")}
        />
        <FileLine Icon={Package} name={text.evidence} hint={text.evidenceHint} href={address("evidence")} />
        <FileLine Icon={ListChecks} name={text.sums} hint={text.sumsHint} href={address("sha256sums")} />
      </ul>
      <div className="mt-6 grid gap-2">
        {processedAt !== null && <WitnessHint time={processedAt} timeZone={timeZone} />}
        <p className="text-muted">{text.keep}</p>
      </div>
    </Card>
  );
}

type FileLineProps = { Icon: LucideIcon; name: string; hint: string; href: string };

function FileLine({ Icon, name, hint, href }: FileLineProps) {
  const download = useDownload();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <a
        href={href}
        download
        onClick={download}
        className={`${buttonClasses({ variant: "secondary" })} sm:min-w-field`}
      >
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        {name}
      </a>
      <span className="min-w-0 text-muted sm:flex-1">{hint}</span>
    </li>
  );
}

function Actions({ document }: { document: Collection }) {
  const [open, setOpen] = useState<"email" | "delete">();
  const close = () => setOpen(undefined);
  const { mayWrite, mayDelete } = useRights();
  const small = { variant: "secondary", size: "small" } as const;
  return (
    <div className="flex flex-wrap gap-3">
      {mayWrite && document.status === "completed" && (
        <Button {...small} aria-haspopup="dialog" onClick={() => setOpen("email")}>
          <Mail className="size-4" aria-hidden="true" />
          {text.email}
        </Button>
      )}
      {mayDelete && (
        <Button {...small} aria-haspopup="dialog" onClick={() => setOpen("delete")}>
          <Trash2 className="size-4" aria-hidden="true" />
          {text.remove}
        </Button>
      )}
      {mayWrite && (
        <Link to="/collections/new" className={buttonClasses({ variant: "quiet", size: "small" })}>
          {text.another}
        </Link>
      )}
      {open === "email" && (
        <Suspense>
          <EmailDialog documents={[document]} onClose={close} />
        </Suspense>
      )}
      {open === "delete" && <DeleteDialog document={document} onClose={close} />}
    </div>
  );
}

function DeleteDialog({ document, onClose }: { document: Collection; onClose: () => void }) {
  const navigate = useNavigate();
  const { documents } = trpc.useUtils();
  const remove = trpc.collections.remove.useMutation({
    onSuccess: async () => {
      notify({ kind: "success", title: text.removed });
      await navigate({ to: "/documents" });
      void documents.invalidate();
    },
    onError: (error) => {
      const { message = text.removeFailedText } = parseServerError(error);
      notify({ kind: "error", title: text.removeFailed, description: message });
    },
  });
  return (
    <ConfirmDialog
      title={text.removeTitle}
      cancelLabel={text.removeCancel}
      confirmLabel={text.removeConfirm}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: document.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.removeText(document.displayName)}</p>
    </ConfirmDialog>
  );
}
