import { buildClientName } from "../../../../src/features/accounts/names.schema.ts";
import { type Stamp, unknownSerialNumber } from "../../../../src/formats/stamp/stamp.ts";
import { groupSeparator, type StampPart, stampParagraphs } from "../../../../src/formats/stamp/stamp-text.ts";
import { productName } from "../../../environment/server-settings.ts";
import { useNow } from "../../../lib/use-now.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { useCurrentUser } from "../../accounts/use-current-user.ts";
import { useNewStampZone } from "../../accounts/use-new-stamp-zone.ts";

/** The stamp as it would be printed now: in its language and in its colors on paper, in any theme. */
export function StampPreview({
  position,
  language,
  showName = false,
}: Pick<Stamp, "position" | "language"> & { showName?: boolean | undefined }) {
  const now = useNow(1000);
  const timeZone = useNewStampZone();
  const current = useCurrentUser();
  const user = current.state === "user" ? current.user : undefined;
  const office = showName ? undefined : user?.office?.name;
  const clientName = office ?? (user ? buildClientName(user) : "");
  const [facts = [], explanation = []] = stampParagraphs({
    productName,
    serialNumber: unknownSerialNumber,
    clientName,
    time: now,
    timeZone,
    position,
    origin: window.location.origin,
    language,
  });
  return (
    <figure>
      <figcaption className="mb-2 text-sm font-semibold text-muted">
        {documentsMessages.configure.preview}
      </figcaption>
      <div
        lang={language}
        aria-live="off"
        className="border-l-4 border-brand bg-tint px-4 py-2 leading-snug text-brand tabular-nums scheme-light"
      >
        <p className="wrap-anywhere">
          <Groups groups={facts} />
        </p>
        <p className="text-sm wrap-anywhere">
          <Groups groups={explanation} />
        </p>
      </div>
      <p className="mt-2 text-sm text-muted">{documentsMessages.configure.previewMeaning}</p>
    </figure>
  );
}

function Groups({ groups }: { groups: StampPart[][] }) {
  return groups.map((group, index) => (
    <span key={group[0]?.text}>
      {index > 0 && groupSeparator}
      {group.map((part) => (
        <Part key={part.text} {...part} />
      ))}
    </span>
  ));
}

function Part({ text, look }: StampPart) {
  if (look === "strong") return <strong className="font-semibold">{text}</strong>;
  return look === "small" ? <small className="text-sm">{text}</small> : text;
}
