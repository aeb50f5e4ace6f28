import { CloudUpload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { useOnline } from "../../../lib/use-online.ts";
import {
  deleteWaitingFile,
  listWaitingFiles,
  onWaitingFilesChange,
  type WaitingFile,
} from "../../../lib/waiting-files.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { adoptStoredFile, isOnThisPage } from "./stored-files.ts";

const text = documentsMessages.upload.waiting;

type WaitingFilesCardProps = {
  username: string;
  /** Whether the user confirmed owning what is uploaded. */
  confirmed: boolean;
  onFiles: (files: File[]) => void;
};

/**
 * Files in this browser's storage: those chosen without a connection are sent as soon as there is one, those shared
 * from another app on request.
 */
export function WaitingFilesCard({ username, confirmed, onFiles }: WaitingFilesCardProps) {
  const online = useOnline();
  const { files, reload } = useWaitingFiles(username);
  const send = useEffectEvent((chosen: WaitingFile[]) => {
    onFiles(chosen.map(adoptStoredFile));
    reload();
  });
  useEffect(() => {
    const chosen = files.filter(({ isConfirmed }) => isConfirmed);
    if (online && chosen.length > 0) send(chosen);
  }, [online, files]);
  if (files.length === 0) return null;
  return (
    <Card aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{online ? text.shared : text.offline}</p>
      <ul className="mt-3 divide-y divide-line">
        {files.map(({ key, file }) => (
          <li key={key} className="py-2 wrap-anywhere">
            <span translate="no">{file.name}</span>{" "}
            <span className="text-sm text-muted">{writeSize(file.size)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button disabled={!online || !confirmed} onClick={() => send(files)}>
          <CloudUpload className="size-5" aria-hidden="true" />
          {text.upload}
        </Button>
        <Button
          variant="secondary"
          onClick={() => void Promise.all(files.map(({ key }) => deleteWaitingFile(key)))}
        >
          {text.discard}
        </Button>
      </div>
      {online && !confirmed && <p className="mt-2 text-sm text-muted">{text.confirm}</p>}
    </Card>
  );
}

/** The stored files that are not on this page yet. */
function useWaitingFiles(username: string) {
  const [files, setFiles] = useState<WaitingFile[]>([]);
  const [changes, setChanges] = useState(0);
  useEffect(() => onWaitingFilesChange(() => setChanges((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is a reason to look again
  useEffect(() => {
    let isLatest = true;
    const show = (found: WaitingFile[]) => {
      if (isLatest) setFiles(found.filter(({ key }) => !isOnThisPage(key)));
    };
    listWaitingFiles(username).then(show, () => show([]));
    return () => {
      isLatest = false;
    };
  }, [username, changes]);
  return { files, reload: () => setChanges((count) => count + 1) };
}
