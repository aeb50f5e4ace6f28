import { Link } from "@tanstack/react-router";
import { Award, Download, FileArchive, Package } from "lucide-react";
import { useState } from "react";
import { writeTime } from "../../../src/evidence/written-time.ts";
import type {
  Acknowledged,
  SharedProject as Project,
  SharedDocument,
} from "../../../src/features/projects/shares.output.schema.ts";
import { writeSize } from "../../../src/formats/written-size.ts";
import { Card } from "../../components/card.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { formatDay } from "../../lib/format.ts";
import { useTitle } from "../../lib/use-title.ts";
import { collectionsMessages } from "../../texts/collections.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { sharingMessages } from "../../texts/sharing.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { showDocumentName } from "../documents/document-name.ts";
import { WitnessHint } from "../documents/witness-hint.tsx";
import { AcknowledgeCard } from "./acknowledge-card.tsx";
import { FileForm } from "./file-form.tsx";
import { FoldedFacts } from "./folded-facts.tsx";
import { SharedPicture } from "./shared-picture.tsx";

const text = sharingMessages.page;

type SharedProjectProps = {
  token: string;
  pass: string | null;
  project: Project;
  /**
   * The project is not what it was when it was opened. Resolves once this page shows what it is now, to whether there
   * are still documents to look at.
   */
  onChanged: () => Promise<boolean>;
};

/** The stamped documents of a project, for readers with a link to it. */
export function SharedProject({ token, pass, project, onChanged }: SharedProjectProps) {
  useTitle(project.name);
  const { entries, timelines, downloads, owner, expiresAt } = project;
  const [given, setGiven] = useState<Acknowledged>();
  const acknowledgement = given ?? project.acknowledgement;
  const secret = { token, ...(pass !== null && { pass }) };
  const newest = [...entries, ...timelines]
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .at(-1);
  const row = (document: SharedDocument) => (
    <SharedRow key={document.serialNumber} document={document} downloads={downloads} secret={secret} />
  );
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-title wrap-anywhere" translate="no">
          {project.name}
        </h1>
        {owner !== null && <p className="mt-2 wrap-anywhere">{text.from(owner)}</p>}
        <p className="mt-2 text-muted">{text.intro(entries.length, formatDay(Date.parse(expiresAt)))}</p>
        {downloads !== "none" && entries.length > 0 && (
          <div className="mt-4">
            <FileForm
              address="/api/share/zip"
              fields={{ ...secret, ...(downloads === "everything" && { evidence: "true" }) }}
              icon={FileArchive}
              label={text.zip}
            />
          </div>
        )}
        {downloads === "everything" && newest !== undefined && (
          <div className="mt-3 text-sm">
            <WitnessHint time={newest.time} timeZone={newest.timeZone} />
          </div>
        )}
      </div>
      {acknowledgement !== null && project.list !== null && (
        <AcknowledgeCard
          token={token}
          pass={pass}
          list={project.list}
          acknowledgement={acknowledgement}
          onGiven={setGiven}
          onChanged={onChanged}
        />
      )}
      <Card aria-label={text.entries}>
        {entries.length === 0 ? (
          <p>{text.empty}</p>
        ) : (
          <ul className="divide-y divide-line">{entries.map(row)}</ul>
        )}
      </Card>
      {timelines.length > 0 && (
        <Card aria-labelledby="shared-timelines">
          <h2 id="shared-timelines" className="text-heading">
            {text.timelines}
          </h2>
          <p className="mt-2 text-muted">{text.timelinesText}</p>
          <ul className="mt-3 divide-y divide-line">{timelines.map(row)}</ul>
        </Card>
      )}
      <p className="text-sm text-muted">{text.note}</p>
    </div>
  );
}

type SharedRowProps = {
  document: SharedDocument;
  downloads: Project["downloads"];
  /** The fields of a form that opens the link. */
  secret: Record<string, string>;
};

function SharedRow({ document, downloads, secret }: SharedRowProps) {
  const { serialNumber, time, timeZone, version, pages, stampedSize, collection } = document;
  const name = showDocumentName(document.name, document.generated);
  const fingerprint = collection ? document.sha256 : document.stampedSha256;
  const facts = [
    ...(version ? [text.version(version.number, version.of)] : []),
    ...(pages === null ? [] : [text.pages(pages)]),
    ...(stampedSize === null ? [] : [writeSize(stampedSize)]),
    ...(collection
      ? [documentsMessages.collections.count(collection.fileCount, writeSize(collection.totalBytes))]
      : []),
  ];
  const fields = { ...secret, serialNumber };
  return (
    <li className="grid grid-cols-mark gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 max-sm:gap-x-3">
      <SharedPicture
        address={downloads === "none" ? undefined : "/api/share/picture"}
        form={new URLSearchParams(fields).toString()}
        fileType={document.fileType}
        isCollection={collection !== null}
        className="h-picture max-sm:h-16 sm:row-span-2"
      />
      <div className="grid min-w-0 content-start gap-1">
        <p className="font-semibold wrap-anywhere" translate="no">
          {name}
        </p>
        <p>
          <time dateTime={time}>
            <WholeTimes>{writeTime(new Date(time), spokenLanguage().language, timeZone)}</WholeTimes>
          </time>
        </p>
        {facts.length > 0 && <p className="text-sm text-muted">{facts.join(" · ")}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-1 max-sm:col-span-2">
        <div className="flex flex-wrap items-center gap-2">
          {downloads !== "none" && (
            <>
              <FileForm
                address="/api/share/download"
                fields={fields}
                icon={Download}
                label={collection ? text.list : text.download}
                name={collection ? text.listNamed(name) : text.downloadNamed(name)}
              />
              <FileForm
                address="/api/share/certificate"
                fields={fields}
                icon={Award}
                label={text.certificate}
                name={text.certificateNamed(name)}
              />
            </>
          )}
          <Link
            to="/verify/$serialNumber"
            params={{ serialNumber }}
            aria-label={text.verifyNamed(name)}
            className="link inline-flex min-h-8 items-center sm:px-2"
          >
            {text.verify}
          </Link>
        </div>
        <FoldedFacts title={text.numbers} of={name}>
          <p>
            {text.serial}:{" "}
            <span className="tabular-nums wrap-anywhere" translate="no">
              {serialNumber}
            </span>
          </p>
          {fingerprint !== null && (
            <p>
              {collection ? collectionsMessages.page.root : text.fingerprint}:{" "}
              <span className="font-mono break-all" translate="no">
                {fingerprint}
              </span>
            </p>
          )}
          {downloads === "everything" && (
            <FileForm
              address="/api/share/evidence"
              fields={fields}
              icon={Package}
              label={text.evidence}
              name={text.evidenceNamed(name)}
            />
          )}
        </FoldedFacts>
      </div>
    </li>
  );
}
