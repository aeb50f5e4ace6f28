import { Link } from "@tanstack/react-router";
import { Award, Download, FileArchive, type LucideIcon, Package, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { writeTime } from "../../../src/evidence/written-time.ts";
import type {
  SharedProject as Project,
  SharedDocument,
} from "../../../src/features/projects/shares.output.schema.ts";
import { writeSize } from "../../../src/formats/written-size.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { formatDay, keepTimesTogether } from "../../lib/format.ts";
import { useTitle } from "../../lib/use-title.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { collectionsMessages } from "../collections/messages.ts";
import { showDocumentName } from "../documents/document-name.ts";
import { documentsMessages } from "../documents/messages.ts";
import { WitnessHint } from "../documents/witness-hint.tsx";
import { AcknowledgeCard } from "./acknowledge-card.tsx";
import { sharingMessages } from "./messages.ts";

const text = sharingMessages.page;

type SharedProjectProps = { token: string; pass: string | null; project: Project };

/** The stamped documents of a project, for readers with a link to it. */
export function SharedProject({ token, pass, project }: SharedProjectProps) {
  useTitle(project.name);
  const { entries, timelines, downloads, owner, expiresAt } = project;
  const [acknowledgement, setAcknowledgement] = useState(project.acknowledgement);
  const secret = { token, pass };
  const newest = [...entries, ...timelines]
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .at(-1);
  const row = (document: SharedDocument) => (
    <SharedRow key={document.serialNumber} document={document} downloads={downloads} secret={secret} />
  );
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-4xl wrap-anywhere" translate="no">
          {project.name}
        </h1>
        {owner !== null && <p className="mt-2 wrap-anywhere">{text.from(owner)}</p>}
        <p className="mt-2 text-muted">{text.intro(entries.length, formatDay(Date.parse(expiresAt)))}</p>
        {acknowledgement?.givenAt === null && project.list !== null && (
          <p className="mt-2 font-semibold">{sharingMessages.acknowledge.announcement}</p>
        )}
        {downloads !== "none" && entries.length > 0 && (
          <div className="mt-4">
            <FileForm
              file="zip"
              secret={secret}
              fields={downloads === "everything" ? { evidence: "true" } : {}}
              icon={FileArchive}
              label={text.zip}
              name={text.zip}
            />
          </div>
        )}
        {downloads === "everything" && newest !== undefined && (
          <div className="mt-3 text-sm">
            <WitnessHint time={newest.time} timeZone={newest.timeZone} />
          </div>
        )}
      </div>
      <Card aria-label={text.entries}>
        {entries.length === 0 ? (
          <p>{text.empty}</p>
        ) : (
          <ul className="divide-y divide-line">{entries.map(row)}</ul>
        )}
      </Card>
      {timelines.length > 0 && (
        <Card aria-labelledby="shared-timelines">
          <h2 id="shared-timelines" className="text-2xl">
            {text.timelines}
          </h2>
          <p className="mt-2 text-muted">{text.timelinesText}</p>
          <ul className="mt-3 divide-y divide-line">{timelines.map(row)}</ul>
        </Card>
      )}
      {acknowledgement !== null && project.list !== null && (
        <AcknowledgeCard
          {...secret}
          list={project.list}
          acknowledgement={acknowledgement}
          onGiven={setAcknowledgement}
        />
      )}
      <p className="text-sm text-muted">{text.note}</p>
    </div>
  );
}

type Secret = { token: string; pass: string | null };
type SharedRowProps = { document: SharedDocument; downloads: Project["downloads"]; secret: Secret };

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
  const file = { secret, fields: { serialNumber } };
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere" translate="no">
        {name}
      </p>
      <p>
        <time dateTime={time}>
          {keepTimesTogether(writeTime(new Date(time), spokenLanguage().language, timeZone))}
        </time>
      </p>
      {facts.length > 0 && <p className="text-sm text-muted">{facts.join(" · ")}</p>}
      <p className="text-sm text-muted">
        {text.serial}:{" "}
        <span className="tabular-nums wrap-anywhere" translate="no">
          {serialNumber}
        </span>
      </p>
      {fingerprint !== null && (
        <p className="text-sm text-muted">
          {collection ? collectionsMessages.page.root : text.fingerprint}:{" "}
          <span className="font-mono break-all" translate="no">
            {fingerprint}
          </span>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Link
          to="/verify/$serialNumber"
          params={{ serialNumber }}
          aria-label={text.verifyNamed(name)}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          <ShieldCheck className="size-4 shrink-0" aria-hidden="true" />
          {text.verify}
        </Link>
        {downloads !== "none" && (
          <>
            <FileForm
              {...file}
              file="download"
              icon={Download}
              label={collection ? text.list : text.download}
              name={collection ? text.listNamed(name) : text.downloadNamed(name)}
            />
            <FileForm
              {...file}
              file="certificate"
              icon={Award}
              label={text.certificate}
              name={text.certificateNamed(name)}
            />
          </>
        )}
        {downloads === "everything" && (
          <FileForm
            {...file}
            file="evidence"
            icon={Package}
            label={text.evidence}
            name={text.evidenceNamed(name)}
          />
        )}
      </div>
    </li>
  );
}

type FileFormProps = {
  file: "download" | "certificate" | "evidence" | "zip";
  secret: Secret;
  fields: Record<string, string>;
  icon: LucideIcon;
  label: string;
  name: string;
};

/** Sends the token in the body, so that no server or proxy logs it. */
function FileForm({ file, secret, fields, icon: Icon, label, name }: FileFormProps) {
  return (
    <form method="post" action={`/api/share/${file}`}>
      <input type="hidden" name="token" value={secret.token} />
      {secret.pass !== null && <input type="hidden" name="pass" value={secret.pass} />}
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" variant="secondary" size="small" aria-label={name}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {label}
      </Button>
    </form>
  );
}
