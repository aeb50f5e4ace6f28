import { BadgeCheck, BadgeInfo, CircleHelp, Download, FileSearch, FolderSearch, ShieldX } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import { overallVerdict } from "../../../src/evidence/verifier/report.ts";
import { sentences } from "../../../src/evidence/verifier/sentences.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import { describeTime } from "../../../src/evidence/verifier/time-sentences.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import type { CollectionVerification } from "../../../src/features/verification/verification.output.schema.ts";
import { withoutQuotes } from "../../../src/formats/text/quoted-name.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { classes } from "../../lib/classes.ts";
import { formatCount } from "../../lib/format.ts";
import { useFileDrop } from "../../lib/use-file-drop.ts";
import { fileCheckMessages } from "../../texts/file-check.ts";
import { verificationMessages } from "../../texts/verification.ts";
import { type ChosenFile, isSystemFile, readEntries, readInput } from "../collections/chosen-files.ts";
import { hashFiles } from "../collections/hash-files.ts";
import { checkEvidence, checkInCollection, checkSums, type FileFinding } from "./check-collection.ts";
import { ListsNotice } from "./lists-notice.tsx";
import { type FindingWriter, useFindingWriter } from "./record-zone.ts";
import { describeReport, ReportPanel } from "./report-panel.tsx";
import type { OwnLists } from "./use-file-check.ts";
import type { RecordTime } from "./use-record-time.ts";
import type { ReadersLists } from "./verify-task.ts";

const text = verificationMessages.collectionCheck;

type CheckedFile = { path: string; finding: FileFinding };
type Check = {
  count: number;
  done: CheckedFile[];
  isOver: boolean;
  lists: ReadersLists;
  /** Why a trust file cannot be used. */
  problem?: Text;
};

type CollectionCheckCardProps = {
  record: CollectionVerification;
  evidence: Evidence;
  trust: TrustTexts;
  /** Who vouches for the time of the collection, and so of its files. */
  time: RecordTime;
  ownLists: OwnLists;
  /** Called with the paths of the checked files that are not in the collection. */
  onWrongFiles: (paths: readonly string[]) => void;
};

/**
 * Accepts any number of files and shows which of them are in the collection; only fingerprints are sent. Evidence among
 * the others gets a report, as on the page of a document.
 */
export function CollectionCheckCard(props: CollectionCheckCardProps) {
  const { record, time, onWrongFiles } = props;
  const zone = useRef<HTMLElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { check, start, stop } = useCollectionCheck(props);
  useEffect(() => {
    const wrong = check?.isOver ? check.done.filter(isWrong) : [];
    onWrongFiles(wrong.map(({ path }) => path));
  }, [check, onWrongFiles]);
  const over = useFileDrop(
    zone,
    useCallback(({ entries }) => void readEntries(entries).then(start), [start]),
  );
  return (
    <Card ref={zone} aria-labelledby="file-title" className={classes(!check?.isOver && "no-print")}>
      <h2 id="file-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{text.text}</p>
      <div
        className={classes(
          "no-print flex flex-wrap justify-center gap-3 rounded-panel border-2 border-dashed px-4 py-6",
          over ? "border-brand bg-tint" : "border-field-line bg-paper",
        )}
      >
        <Button variant="secondary" onClick={() => files.current?.click()}>
          <FileSearch className="size-5" aria-hidden="true" />
          {over ? text.drop : text.choose}
        </Button>
        <Button variant="secondary" className="pointer-coarse:hidden" onClick={() => folder.current?.click()}>
          <FolderSearch className="size-5" aria-hidden="true" />
          {text.chooseFolder}
        </Button>
      </div>
      {[files, folder].map((input) => (
        <input
          key={input === files ? "files" : "folder"}
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={input === files ? text.choose : text.chooseFolder}
          {...(input === folder && { webkitdirectory: "" })}
          onChange={({ target }) => {
            void start(readInput(target.files ?? []));
            target.value = "";
          }}
        />
      ))}
      <Result check={check} collection={{ record, time }} onStop={stop} />
    </Card>
  );
}

function isWrong({ finding }: CheckedFile): boolean {
  if (finding.kind === "evidence") return overallVerdict(finding.report) === "failed";
  return finding.kind === "outside";
}

const noLists: ReadersLists = { from: [], unused: [] };

function useCollectionCheck({ record, evidence, trust, ownLists }: CollectionCheckCardProps) {
  const { trustFiles, addTrustFiles } = ownLists;
  const [check, setCheck] = useState<Check>();
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  const start = useCallback(
    async (chosen: ChosenFile[]) => {
      const wanted = chosen.filter(({ path }) => !isSystemFile(path));
      if (wanted.length === 0) return;
      run.current?.abort();
      const current = new AbortController();
      run.current = current;
      let done: CheckedFile[] = [];
      let lists = noLists;
      let problem: Text | undefined;
      const paths = new Map(wanted.map(({ path, file }) => [file, path]));
      const asked: Promise<void>[] = [];
      const show = (isOver: boolean) => {
        if (run.current === current)
          setCheck({ count: wanted.length, done: [...done], isOver, lists, ...(problem && { problem }) });
      };
      const timer = setInterval(() => show(false), 200);
      show(false);
      const find = async (sha256: string | undefined): Promise<FileFinding> =>
        sha256 === undefined
          ? { kind: "unreadable" }
          : checkInCollection(sha256, record, trust, current.signal);
      try {
        await hashFiles(
          wanted.map(({ file }) => file),
          {
            onBytes: () => undefined,
            onHashed: (file, hash) => {
              asked.push(
                find(hash?.sha256).then((finding) => {
                  done.push({ path: paths.get(file) ?? file.name, finding });
                }),
              );
            },
          },
          current.signal,
        );
        await Promise.all(asked);
        const files = new Map(wanted.map(({ path, file }) => [path, file]));
        const outside = done.flatMap(({ path, finding }) => {
          const file = finding.kind === "outside" ? files.get(path) : undefined;
          return file ? [{ path, file }] : [];
        });
        if (outside.length > 0) {
          const hasOthers = outside.length < wanted.length;
          const task = { trustFiles: [...trustFiles], evidence, trust, hasOthers };
          const add = (found: ReadonlyMap<string, FileFinding>) => {
            done = done.map(({ path, finding }) => ({ path, finding: found.get(path) ?? finding }));
          };
          const checked = await checkEvidence(outside, task, current.signal);
          add(checked.findings);
          ({ lists, problem } = checked);
          if (lists.from.length > trustFiles.length) addTrustFiles(outside.map(({ file }) => file));
          const rest = outside.filter(({ path }) => !checked.findings.has(path));
          add(await checkSums(rest, record, trust, current.signal));
        }
      } catch {
        // A stopped check shows the results so far.
        await Promise.allSettled(asked);
      } finally {
        clearInterval(timer);
        show(true);
      }
    },
    [record, evidence, trust, trustFiles, addTrustFiles],
  );
  const stop = useCallback(() => run.current?.abort(), []);
  return { check, start, stop };
}

/** With more files, the rest is shown only when the reader wants to see all of them. */
const maxListed = 50;
/** Problems come first. */
const order: FileFinding["kind"][] = [
  "unproven",
  "outside",
  "unreadable",
  "unanswered",
  "evidence",
  "sums",
  "certificate",
  "inside",
];

const urgency = (file: CheckedFile): number => (isWrong(file) ? -1 : order.indexOf(file.finding.kind));

type Collection = Pick<CollectionCheckCardProps, "record" | "time">;
type ResultProps = { check: Check | undefined; collection: Collection; onStop: () => void };

/** Only the total is announced. Its element is there from the start, since later ones are not announced reliably. */
function Result({ check, collection, onStop }: ResultProps) {
  const write = useFindingWriter();
  return (
    <>
      <p role="status" className={classes(check?.isOver && "mt-6 font-semibold")}>
        {check?.isOver && writeTotal(check.done)}
        {check?.isOver && <span className="sr-only">{describeEvidence(check.done, write)}</span>}
      </p>
      {check?.isOver && <ListsNotice lists={check.lists} />}
      {check?.problem && <p className="mt-2 text-bad wrap-anywhere">{write(check.problem)}</p>}
      {check && !check.isOver && <Progress check={check} onStop={onStop} />}
      {check?.isOver && <FileList done={check.done} collection={collection} />}
    </>
  );
}

const describeEvidence = (done: CheckedFile[], write: FindingWriter): string =>
  done
    .flatMap(({ finding }) => (finding.kind === "evidence" ? [describeReport(finding.report, write)] : []))
    .join(" ");

function writeTotal(done: CheckedFile[]): string {
  const files = done.flatMap(({ finding: { kind } }) =>
    kind === "certificate" || kind === "evidence" || kind === "lists" || kind === "sums" ? [] : [kind],
  );
  const [only, ...others] = files;
  if (only === undefined) {
    const besides = (["certificate", "sums"] as const).find((kind) =>
      done.some(({ finding }) => finding.kind === kind),
    );
    return besides === undefined ? "" : text[besides];
  }
  if (others.length === 0) return text.single[only];
  const inside = files.filter((kind) => kind === "inside").length;
  const outside = files.filter((kind) => kind === "outside").length;
  const unclear = files.length - inside - outside;
  return [
    text.summary(formatCount(inside), formatCount(files.length)),
    ...(outside > 0 ? [fileCheckMessages.totalChanged(outside, formatCount(outside))] : []),
    ...(unclear > 0 ? [fileCheckMessages.totalUnclear(formatCount(unclear))] : []),
  ].join(" ");
}

function Progress({ check: { count, done }, onStop }: { check: Check; onStop: () => void }) {
  return (
    <div className="mt-6">
      <ProgressBar label={text.reading(done.length, count)} percent={(100 * done.length) / count} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="tabular-nums">{text.reading(done.length, count)}</p>
        <Button variant="secondary" size="small" onClick={onStop}>
          {text.stop}
        </Button>
      </div>
    </div>
  );
}

function FileList({ done, collection }: { done: CheckedFile[]; collection: Collection }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sorted = done
    .filter(({ finding }) => finding.kind !== "lists")
    .toSorted((one, other) => urgency(one) - urgency(other) || (one.path < other.path ? -1 : 1));
  // The button with the focus is gone: reading continues with the first file that was not shown before.
  useEffect(() => {
    const next = list.current?.children[maxListed];
    if (showsAll && next instanceof HTMLElement) next.focus();
  }, [showsAll]);
  return (
    <>
      <ul ref={list} className="mt-2">
        {sorted.slice(0, showsAll ? undefined : maxListed).map((file) => (
          <FileLine key={file.path} file={file} collection={collection} />
        ))}
      </ul>
      {!showsAll && sorted.length > maxListed && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">{text.shown(formatCount(maxListed), formatCount(sorted.length))}</p>
          <Button variant="secondary" size="small" className="no-print" onClick={() => setShowsAll(true)}>
            {fileCheckMessages.showAll}
          </Button>
        </div>
      )}
    </>
  );
}

const icons = {
  passed: { Icon: BadgeCheck, color: "text-good" },
  claimed: { Icon: BadgeInfo, color: "text-claim" },
  indeterminate: { Icon: CircleHelp, color: "text-warn" },
  failed: { Icon: ShieldX, color: "text-bad" },
  outside: { Icon: ShieldX, color: "text-bad" },
  sums: { Icon: CircleHelp, color: "text-warn" },
  unproven: { Icon: ShieldX, color: "text-bad" },
  unreadable: { Icon: CircleHelp, color: "text-warn" },
  unanswered: { Icon: CircleHelp, color: "text-warn" },
} as const;

function FileLine({ file: { path, finding }, collection }: { file: CheckedFile; collection: Collection }) {
  const write = useFindingWriter();
  if (finding.kind === "lists") return null;
  if (finding.kind === "evidence")
    return (
      <li tabIndex={-1} className="border-t border-line py-4">
        <ReportPanel report={finding.report} />
      </li>
    );
  const { kind } = finding;
  const { time } = collection;
  const isRight = kind === "inside" || kind === "certificate";
  const { Icon, color } = icons[isRight ? (typeof time === "object" ? time.verdict : "indeterminate") : kind];
  return (
    <li tabIndex={-1} className="flex gap-3 border-t border-line py-2">
      <Icon className={classes("size-5 h-lh shrink-0", color)} aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <bdi translate="no">{withoutQuotes(path)}</bdi>
        </p>
        <p className={finding.kind === "inside" ? undefined : color}>
          {sentenceFor(finding, collection, write)}
        </p>
        {finding.kind === "inside" && <RecordLink path={path} record={finding.record} />}
      </div>
    </li>
  );
}

type SaidInOneSentence = Exclude<FileFinding, { kind: "evidence" | "lists" }>;

/** For a file of the collection, what the other verifiers say about it with the pack. */
function sentenceFor(
  finding: SaidInOneSentence,
  { record: { fileCount }, time }: Collection,
  write: FindingWriter,
): string {
  if (finding.kind !== "inside") return text[finding.kind];
  const place = sentences.unchanged.memberAt(finding.number, fileCount);
  const said = typeof time === "object" ? [place, ...describeTime(time)] : [place];
  return said.map(write).join(" ");
}

/** Downloads the record in the format that programs for RFC 4998 expect. */
function RecordLink({ path, record }: { path: string; record: Uint8Array }) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new Uint8Array(record)], { type: "application/octet-stream" }));
    link.download = `${name}.ers`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      className="no-print -ml-3"
      aria-label={text.saveRecord(name)}
      onClick={save}
    >
      <Download className="size-4" aria-hidden="true" />
      {text.record}
    </Button>
  );
}
