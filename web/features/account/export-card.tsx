import { FileArchive } from "lucide-react";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { yourAccountMessages } from "../../texts/your-account.ts";
import { useDownload } from "../documents/use-download.ts";

const text = yourAccountMessages.export;

/** Exports everything in the account as one file. */
export function ExportCard() {
  const download = useDownload();
  return (
    <Card aria-labelledby="export-title">
      <h2 id="export-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      <ul className="mt-2 list-disc pl-6 text-muted">
        {text.contents.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <a
        href="/api/account/export"
        download
        onClick={download}
        className={`${buttonClasses({ variant: "secondary" })} mt-4`}
      >
        <FileArchive className="size-4" aria-hidden="true" />
        {text.download}
      </a>
    </Card>
  );
}
