import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleAlert, FilePlus2, FolderUp } from "lucide-react";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { writeDay } from "../../../src/evidence/written-time.ts";
import { emptySha256, maxTitle } from "../../../src/features/collections/collections.schema.ts";
import { writeSize } from "../../../src/formats/written-size.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { classes } from "../../lib/classes.ts";
import { formatTimeLeft } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useFileDrop } from "../../lib/use-file-drop.ts";
import { collectionsMessages } from "../../texts/collections.ts";
import { readersLanguage } from "../../texts/language.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { accountHeaders, handleAuthError } from "../accounts/page-account.ts";
import { useNewStampZone } from "../accounts/use-new-stamp-zone.ts";
import { IdentityFields, type Shown } from "../documents/stamp-fields.tsx";
import { LeaveDialog } from "../documents/upload/leave-dialog.tsx";
import { ChosenFileList } from "./chosen-file-list.tsx";
import {
  type ChosenFile,
  findRenamed,
  isSystemFile,
  isTooMany,
  proposeTitle,
  readEntries,
  readInput,
  showControls,
} from "./chosen-files.ts";
import { rememberReplaced, takeHandedOver } from "./handed-over.ts";
import { sendCollection, waitingIn } from "./send-collection.ts";
import { type Hashing, useHashing } from "./use-hashing.ts";

const text = collectionsMessages.new;

/** Chooses files, computes their fingerprints in the browser, and attests them; their content is never sent. */
export function NewCollection() {
  const { hashing, add, remove, cancel, forget } = useHashing();
  const [hideNames, setHideNames] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [left, setLeft] = useState(0);
  const documentIds = useRef(new Map<File, string>());
  const { send, isSending, failure } = useSend(forget);
  const isEmpty = hashing.files.length === 0;

  const choose = useCallback(
    (chosen: ChosenFile[]) => {
      const own = chosen.filter(({ path }) => !isSystemFile(path));
      if (isTooMany(hashing.files, own))
        return notify({ kind: "error", title: text.tooMany, description: text.tooManyText });
      setLeft((before) => before + chosen.length - own.length);
      if (own.length === 0) return notify({ kind: "error", title: text.nothing });
      add(own);
    },
    [add, hashing.files],
  );
  const drop = useCallback(
    async (entries: FileSystemEntry[]) => {
      setLooking(true);
      choose(await readEntries(entries));
      setLooking(false);
    },
    [choose],
  );
  const takeOver = useEffectEvent(() => {
    const given = takeHandedOver();
    if (!given) return;
    for (const { file, documentId } of given)
      if (documentId !== undefined) documentIds.current.set(file, documentId);
    choose(readInput(given.map(({ file }) => file)));
  });
  useEffect(() => takeOver(), []);
  const startOver = () => {
    setLeft(0);
    cancel();
  };
  const takeOut = (path: string) => (hashing.files.length === 1 ? startOver() : remove(path));

  return (
    <Card aria-labelledby="new-collection-files">
      <h2 id="new-collection-files" className="sr-only">
        {text.chooseFiles}
      </h2>
      {/* Asked before a name is on this page, and could leave it. */}
      <div className="mb-4 max-w-text">
        <Tick label={text.hide} hint={text.hideHint} checked={hideNames} onChange={setHideNames} />
      </div>
      <FileChoice isEmpty={isEmpty} isLooking={isLooking} onChoose={choose} onDrop={drop} />
      {hashing.state === "working" && <Progress hashing={hashing} onCancel={startOver} />}
      {hashing.state === "failed" && (
        <Box>
          <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
            {text.hashingFailed}
          </Notice>
        </Box>
      )}
      {hashing.state === "done" && <Ready hashing={hashing} systemFiles={left} onStartOver={startOver} />}
      {!isEmpty && <ChosenFileList files={hashing.files} onRemove={takeOut} />}
      {!isEmpty && (
        <CollectionForm
          // Input is kept when files are added.
          key="form"
          hashing={hashing}
          hideNames={hideNames}
          isSending={isSending}
          failure={failure}
          onSend={(choices) => send(hashing, { ...choices, hideNames }, documentIds.current)}
        />
      )}
      <LeaveDialog active={hashing.state === "working" || isSending} texts={text.leave} />
    </Card>
  );
}

function Box({ children }: { children: ReactNode }) {
  return <div className="mt-6">{children}</div>;
}

type FileChoiceProps = {
  isEmpty: boolean;
  isLooking: boolean;
  onChoose: (chosen: ChosenFile[]) => void;
  onDrop: (entries: FileSystemEntry[]) => Promise<void>;
};

function FileChoice({ isEmpty, isLooking, onChoose, onDrop }: FileChoiceProps) {
  const zone = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const over = useFileDrop(
    zone,
    useCallback(({ entries }) => void onDrop(entries), [onDrop]),
  );
  const variant = isEmpty ? "primary" : "secondary";
  return (
    <div
      ref={zone}
      className={classes(
        "grid justify-items-center gap-3 rounded-panel border-2 border-dashed px-4 text-center transition-colors",
        isEmpty ? "py-8" : "py-4",
        over ? "border-brand bg-tint" : "border-field-line bg-paper",
      )}
    >
      <p
        className={classes(
          "font-serif font-semibold",
          isEmpty && "text-heading",
          !isLooking && "pointer-coarse:hidden",
        )}
      >
        {isLooking ? text.looking : over ? text.dropNow : text.drop}
      </p>
      <p className="text-muted pointer-coarse:hidden">{text.or}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant={variant} onClick={() => files.current?.click()}>
          <FilePlus2 className="size-5" aria-hidden="true" />
          {isEmpty ? text.chooseFiles : text.addFiles}
        </Button>
        <Button variant="secondary" className="pointer-coarse:hidden" onClick={() => folder.current?.click()}>
          <FolderUp className="size-5" aria-hidden="true" />
          {isEmpty ? text.chooseFolder : text.addFolder}
        </Button>
      </div>
      <HiddenInput input={files} label={text.filesInput} onChoose={onChoose} />
      <HiddenInput input={folder} label={text.folderInput} onChoose={onChoose} isFolder />
    </div>
  );
}

type HiddenInputProps = {
  input: React.RefObject<HTMLInputElement | null>;
  label: string;
  onChoose: (chosen: ChosenFile[]) => void;
  isFolder?: boolean;
};

function HiddenInput({ input, label, onChoose, isFolder = false }: HiddenInputProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      {...(isFolder && { webkitdirectory: "" })}
      aria-label={label}
      onChange={({ target }) => {
        onChoose(readInput(target.files ?? []));
        target.value = "";
      }}
    />
  );
}

function Progress({ hashing, onCancel }: { hashing: Hashing; onCancel: () => void }) {
  const { files, hashes, bytesDone, bytesTotal, elapsedMs } = hashing;
  const percent = bytesTotal === 0 ? 0 : Math.min(100, Math.floor((100 * bytesDone) / bytesTotal));
  const amount = text.amount(writeSize(bytesDone), writeSize(bytesTotal));
  const done = text.working(hashes.size, files.length);
  const seconds =
    elapsedMs > 2_000 && bytesDone > 0
      ? ((bytesTotal - bytesDone) * elapsedMs) / bytesDone / 1000
      : undefined;
  return (
    <Box>
      <p className="mb-2 font-semibold">{text.progress}</p>
      <ProgressBar label={text.progress} percent={percent} valueText={`${percent}%, ${done}`} />
      <p role="status" className="sr-only">
        {text.progress}, {Math.floor(percent / 25) * 25}%
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted tabular-nums" aria-hidden="true">
          <strong className="text-ink">{percent}%</strong> · {done} · {amount}
          {seconds !== undefined && ` · ${formatTimeLeft(seconds)}`}
        </p>
        <Button variant="secondary" size="small" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
      <p className="mt-2 text-sm text-muted">{text.again}</p>
    </Box>
  );
}

const maxNamed = 5;

type ReadyProps = { hashing: Hashing; systemFiles: number; onStartOver: () => void };

/** A summary of the chosen files: their number, and anything unusual about them. */
function Ready({ hashing, systemFiles, onStartOver }: ReadyProps) {
  const { files, hashes, unreadable, known } = hashing;
  const ready = files.filter(({ path }) => hashes.has(path));
  const empty = ready.filter(({ file }) => file.size === 0).length;
  const renamed = findRenamed(ready);
  const size = writeSize(ready.reduce((sum, { file }) => sum + file.size, 0));
  return (
    <Box>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p role="status" className="font-semibold">
          {text.ready(ready.length, size)}
        </p>
        <Button variant="quiet" size="small" onClick={onStartOver}>
          {text.startOver}
        </Button>
      </div>
      <div className="grid gap-1 text-muted">
        {known > 0 && <p>{text.known(known)}</p>}
        {systemFiles > 0 && <p>{text.system(systemFiles)}</p>}
        {empty > 0 && <p>{text.empty(empty)}</p>}
      </div>
      {unreadable.length > 0 && (
        <div className="mt-3">
          <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />} role="alert">
            <p>{text.changed(unreadable.length)}</p>
            <Named names={unreadable} />
            <p>{text.changedHint}</p>
          </Notice>
        </div>
      )}
      {renamed.length > 0 && (
        <div className="mt-3">
          <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
            <p>{text.renamed(renamed.length)}</p>
            <Named
              names={renamed.map(({ path, chosenPath }) => text.listedAs(showControls(chosenPath), path))}
            />
            <p>{text.renamedHint}</p>
          </Notice>
        </div>
      )}
    </Box>
  );
}

/** The first names of a list, and the number of others. */
function Named({ names }: { names: readonly string[] }) {
  return (
    <ul className="my-1 list-disc pl-6 wrap-anywhere" translate="no">
      {names.slice(0, maxNamed).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {names.length > maxNamed && <li>{text.more(names.length - maxNamed)}</li>}
    </ul>
  );
}

type Choices = { title: string; hideNames: boolean; listFiles: boolean } & Shown;

type CollectionFormProps = {
  hashing: Hashing;
  hideNames: boolean;
  isSending: boolean;
  failure: string | undefined;
  onSend: (choices: Omit<Choices, "hideNames">) => void;
};

/** Can be filled in while the fingerprints are computed. */
function CollectionForm({ hashing, hideNames, isSending, failure, onSend }: CollectionFormProps) {
  const [typed, setTyped] = useState<string>();
  const [listFiles, setListFiles] = useState(true);
  const [shown, setShown] = useState<Shown>({});
  const [isOwner, setOwner] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const needId = useId();
  const newZone = useNewStampZone();
  const proposed = useMemo(() => proposeTitle(hashing.files), [hashing.files]);
  // The title is printed next to the date of the stamp, so it has the same day.
  const today = writeDay(new Date(), spokenLanguage().language, newZone);
  // The name of a folder is part of the names of its files.
  const title = typed ?? (hideNames ? undefined : proposed) ?? text.defaultTitle(today);
  const count = hashing.hashes.size;
  const isReady = hashing.state === "done" && count > 0;
  return (
    <form
      noValidate
      className="mt-6 grid max-w-text gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isOwner && isReady && !isSending && title.trim() !== "") onSend({ title, listFiles, ...shown });
      }}
    >
      <Field label={text.fieldTitle} hint={hideNames ? text.titleHintPrivate : text.titleHint}>
        {(control) => (
          <input
            {...control}
            value={title}
            maxLength={maxTitle}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Tick label={text.listFiles} hint={text.listFilesHint} checked={listFiles} onChange={setListFiles} />
      <IdentityFields {...shown} onChange={setShown} />
      <div>
        <Tick
          label={text.ownership}
          checked={isOwner}
          onChange={setOwner}
          describedBy={isAsked && !isOwner ? needId : undefined}
        />
        {isAsked && !isOwner && (
          <p id={needId} role="alert" className="mt-1 font-semibold text-bad">
            {text.ownershipNeeded}
          </p>
        )}
      </div>
      {failure !== undefined && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      <Button
        type="submit"
        className="justify-self-start"
        busy={isSending}
        aria-disabled={!isReady || undefined}
      >
        {isSending ? text.pending : text.submit(isReady ? count : hashing.files.length)}
      </Button>
    </form>
  );
}

type TickProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  describedBy?: string | undefined;
};

function Tick({ label, hint, checked, onChange, describedBy }: TickProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        className="size-6 shrink-0 accent-brand"
        checked={checked}
        aria-describedby={describedBy ?? (hint === undefined ? undefined : `${id}-hint`)}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Sends the list, then shows the collection: completed, in progress, or waiting for payment. */
function useSend(forget: () => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const calls = trpc.useUtils();

  /** `documentIds`: which documents the files were uploaded as. */
  async function send(
    { files, hashes }: Hashing,
    { title, hideNames, listFiles, ...shown }: Choices,
    documentIds: ReadonlyMap<File, string>,
  ): Promise<void> {
    setSending(true);
    setFailure(undefined);
    const listed = files.flatMap(({ path, file: { size } }) => {
      const sha256 = hashes.get(path);
      if (sha256 === undefined) return [];
      // A file may have become empty, or no longer be empty, since it was chosen; its fingerprint shows what was read.
      const read = sha256 === emptySha256 ? 0 : size;
      return [{ ...(hideNames ? {} : { name: path }), size: read, sha256 }];
    });
    const replaced = files.flatMap(({ path, file }) => {
      const documentId = documentIds.get(file);
      return documentId !== undefined && hashes.has(path) ? [documentId] : [];
    });
    const order = { title, files: listed, hideNames, listFiles, language: readersLanguage(), ...shown };
    try {
      const { id } = await sendCollection({ ...order, ownershipConfirmed: true }, accountHeaders(cache));
      await show(id, replaced);
    } catch (error) {
      const waiting = waitingIn(error);
      if (waiting) return show(waiting.id, replaced, waiting.status === 402);
      const problem = parseServerError(error);
      const { message = text.failedText } = problem;
      setSending(false);
      setFailure(message);
      notify({ kind: "error", title: text.failed, description: message });
      handleAuthError(problem, cache);
    }
  }

  async function show(id: string, replaced: string[], isUnpaid = false): Promise<void> {
    setSending(false);
    await forget();
    rememberReplaced(id, replaced);
    void calls.documents.invalidate();
    void calls.billing.status.invalidate();
    await navigate({
      to: "/collections/$id",
      params: { id },
      search: isUnpaid ? { pay: true } : {},
      // Nothing can be lost anymore, even though the page still shows that it is sending.
      ignoreBlocker: true,
    });
  }

  return { send, isSending, failure };
}
