import { CircleAlert } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { writeDay } from "../../../src/evidence/written-time.ts";
import { fileTypes } from "../../../src/formats/file-types.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { maxUploadMb } from "../../environment/server-settings.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { photographedPagesMessages as text } from "../../texts/photographed-pages.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { useNewStampZone } from "../accounts/use-new-stamp-zone.ts";
import { LeaveDialog } from "../documents/upload/leave-dialog.tsx";
import { UploadProgress } from "../documents/upload/upload-progress.tsx";
import { useOwnership } from "../documents/upload/use-ownership.ts";
import { AddPhotos } from "./add-photos.tsx";
import { CornerEditor } from "./corner-editor.tsx";
import { takePhotos } from "./handed-over-photos.ts";
import { makePdf, PageError } from "./make-pdf.ts";
import { PageStrip } from "./page-strip.tsx";
import { PageTools } from "./page-tools.tsx";
import { type Pages, type PagesEvent, ratioOf } from "./pages.ts";
import { guessPaper, paperOfReader } from "./paper.ts";
import { type PdfChoices, PdfForm } from "./pdf-form.tsx";
import { proposeName } from "./pdf-name.ts";
import type { Straightener } from "./straightener.ts";
import { type RefusedFile, usePages } from "./use-pages.ts";
import { useSending } from "./use-sending.ts";

/** Turns photos of pages into one PDF in this browser, and uploads that. */
export function PhotographedPages() {
  const { pages, dispatch, add, opening, refused, straightener } = usePages();
  const ownership = useOwnership();
  const newZone = useNewStampZone();
  const title = useRef<HTMLHeadingElement>(null);
  const projectId = useRef("");
  const [said, setSaid] = useState("");
  const { making, make, cancel, failure } = useMaking(pages, dispatch, straightener);
  const { uploading, send, failure: sendFailure } = useSending();
  const { list, selected } = pages;
  const at = list.findIndex(({ key }) => key === selected);
  const page = list[at];
  // The name is printed next to the date of the stamp, so it has the same day.
  const today = writeDay(new Date(), spokenLanguage().language, newZone);
  const isBusy = making !== undefined || uploading !== undefined;

  const addFiles = useEffectEvent((files: File[]) => {
    void add(files.map((file) => ({ file, documentId: undefined })));
  });
  const onPhotos = useCallback((files: File[]) => addFiles(files), []);
  const takeOver = useEffectEvent(() => {
    const given = takePhotos();
    if (!given) return;
    projectId.current = given.projectId;
    void add(given.photos);
  });
  useEffect(() => takeOver(), []);
  const hasFailed = failure !== undefined || sendFailure !== undefined;
  useEffect(() => {
    if (hasFailed) title.current?.focus();
  }, [hasFailed]);

  function move(key: string, to: number): void {
    dispatch({ type: "moved", key, to });
    setSaid(text.strip.moved(to + 1, list.length));
  }

  async function makeAndSend(choices: PdfChoices): Promise<void> {
    const pdf = await make(choices);
    if (!pdf) return;
    ownership.keep();
    const replacedIds = list.flatMap(({ documentId }) => documentId ?? []);
    await send(pdf, { projectId: projectId.current, replacedIds });
  }

  return (
    <Card aria-labelledby="photographed-title">
      <h2 id="photographed-title" ref={title} tabIndex={-1} className="sr-only">
        {text.photosTitle}
      </h2>
      <p role="status" className="sr-only">
        {said}
      </p>
      {making !== undefined && <Making at={making} of={list.length} onCancel={cancel} />}
      {uploading && <UploadProgress uploading={uploading} />}
      {!isBusy && (
        <>
          <div className={page && "grid gap-6 lg:grid-cols-aside"}>
            {page && (
              <section key="editor" aria-labelledby="page-title">
                <h3 id="page-title">{text.editor.title(at + 1, list.length)}</h3>
                <CornerEditor
                  key={page.key}
                  page={page}
                  onCorners={(corners) => dispatch({ type: "cornersMoved", key: page.key, corners })}
                />
                <PageTools
                  page={page}
                  at={at}
                  of={list.length}
                  dispatch={dispatch}
                  onMove={(to) => move(page.key, to)}
                  onRemoved={() => list.length === 1 && title.current?.focus()}
                />
              </section>
            )}
            <div key="photos" className="grid content-start gap-4">
              <AddPhotos isFirst={list.length === 0} opening={opening} onPhotos={onPhotos} />
              <Refused files={refused} />
              {page && (
                <PageStrip
                  pages={pages}
                  straightener={straightener}
                  onSelect={(key) => dispatch({ type: "selected", key })}
                  onMove={move}
                />
              )}
            </div>
          </div>
          {page && (
            <PdfForm
              count={list.length}
              proposedName={proposeName(
                list.map(({ file }) => file.name),
                text.form.defaultName(today),
              )}
              guessedPaper={guessPaper(list.map(ratioOf), paperOfReader(navigator.languages))}
              ownership={ownership}
              isWaiting={opening > 0}
              onMake={(choices) => void makeAndSend(choices)}
            >
              {(failure ?? sendFailure) !== undefined && (
                <div className="mb-4">
                  <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
                    {failure ?? sendFailure}
                  </Notice>
                </div>
              )}
            </PdfForm>
          )}
        </>
      )}
      <LeaveDialog
        active={list.length > 0 || opening > 0}
        texts={{ ...documentsMessages.upload.leave, text: text.leave }}
      />
    </Card>
  );
}

/** A slash in the name is no folder. */
const fileNameOf = (title: string) => `${title.replace(/[/\\]/g, "_").replace(/\.pdf$/i, "")}.pdf`;

/** The PDF of the pages, while `making` is the index of the page at work; undefined if that failed or was canceled. */
function useMaking(pages: Pages, dispatch: (event: PagesEvent) => void, straightener: Straightener) {
  const [making, setMaking] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const run = useRef(0);

  async function make({ title, paper }: PdfChoices): Promise<File | undefined> {
    run.current += 1;
    const thisRun = run.current;
    setFailure(undefined);
    setMaking(0);
    try {
      const maxBytes = maxUploadMb * 1024 * 1024;
      const pdf = await makePdf(pages.list, { title, paper, maxBytes }, straightener, setMaking);
      if (thisRun !== run.current) return undefined;
      return new File([pdf], fileNameOf(title), { type: fileTypes.pdf });
    } catch (error) {
      if (thisRun === run.current) setFailure(explain(error));
      return undefined;
    } finally {
      if (thisRun === run.current) setMaking(undefined);
    }
  }

  /** Selects the page that cannot be part of the PDF, and says why. */
  function explain(error: unknown): string {
    if (!(error instanceof PageError)) return `${text.making.failed}. ${text.making.failedText}`;
    const { key, problem } = error;
    dispatch({ type: "selected", key });
    const at = pages.list.findIndex((page) => page.key === key);
    return text.making.ofPage(at + 1, text.problems[problem]);
  }

  function cancel(): void {
    run.current += 1;
    straightener.stop();
    setMaking(undefined);
  }

  return { making, make, cancel, failure };
}

function Making({ at, of, onCancel }: { at: number; of: number; onCancel: () => void }) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  const step = text.making.page(at + 1, of);
  return (
    <div className="rounded-panel border-2 border-line bg-paper p-6">
      <p className="mb-3 font-semibold">{text.making.title}</p>
      <ProgressBar label={text.making.title} percent={(100 * at) / of} valueText={step} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted tabular-nums">
          {step}
        </p>
        <Button ref={cancelButton} variant="secondary" size="small" onClick={onCancel}>
          {documentsMessages.upload.cancel}
        </Button>
      </div>
    </div>
  );
}

const maxNamed = 5;

function Refused({ files }: { files: RefusedFile[] }) {
  if (files.length === 0) return null;
  return (
    <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />} role="alert">
      <p>{text.refused.title(files.length)}</p>
      <ul className="mt-1 list-disc pl-6">
        {files.slice(0, maxNamed).map(({ name, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <li key={at}>{text.refused.line(name, reason)}</li>
        ))}
        {files.length > maxNamed && <li>{text.refused.more(files.length - maxNamed)}</li>}
      </ul>
    </Notice>
  );
}
