import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { writeSize } from "../../src/formats/written-size.ts";
import { Button, buttonClasses } from "../components/button.tsx";
import { maxUploadMb } from "../environment/server-settings.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { notify } from "../lib/notify.ts";
import { maxSharedFiles, takeSharedFiles } from "../lib/shared-files.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { newWaitingKey, storeWaitingFile } from "../lib/waiting-files.ts";
import { documentsMessages } from "../texts/documents.ts";

const text = documentsMessages.upload.sharedFiles;

/** Asks whether files that another app or a website sent may be kept in this browser. */
export function SharedFilesPage() {
  const [files, setFiles] = useState<File[]>();
  const title = files?.length === 0 ? text.none : text.title;
  useTitle(title);
  useNoIndex();
  useEffect(() => {
    void takeSharedFiles().then(setFiles);
  }, []);
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <h1 className="mb-4 text-title">{title}</h1>
      {files?.length === 0 && (
        <>
          <p>{text.noneText}</p>
          <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
            {text.home}
          </Link>
        </>
      )}
      {files !== undefined && files.length > 0 && <Question files={files} />}
    </PageFrame>
  );
}

function Question({ files }: { files: File[] }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const fits = ({ size }: File) => size <= maxUploadMb * 1024 * 1024;
  const kept = files.filter(fits).slice(0, maxSharedFiles);
  async function keep(): Promise<void> {
    setBusy(true);
    try {
      for (const file of kept)
        await storeWaitingFile(newWaitingKey(), { file, account: null, isConfirmed: false });
      await navigate({ to: "/" });
    } catch {
      setBusy(false);
      notify({ kind: "error", title: text.failed, description: text.failedText });
    }
  }
  return (
    <>
      <p>{text.text}</p>
      <ul className="mt-4 divide-y divide-line rounded-panel border border-line bg-card px-4">
        {kept.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
          <li key={index} className="py-2 wrap-anywhere">
            {file.name} <span className="text-sm text-muted">{writeSize(file.size)}</span>
          </li>
        ))}
      </ul>
      {kept.length < files.length && <p className="mt-3 text-muted">{text.left(maxSharedFiles)}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={isBusy} disabled={kept.length === 0} onClick={() => void keep()}>
          {text.keep}
        </Button>
        <Link to="/" className={buttonClasses({ variant: "secondary" })}>
          {text.discard}
        </Link>
      </div>
    </>
  );
}
