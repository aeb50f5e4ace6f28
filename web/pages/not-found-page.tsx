import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../components/button.tsx";
import { Rosette } from "../components/rosette.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { shellMessages } from "../texts/shell.ts";

const text = shellMessages.notFound;

export function NotFoundPage() {
  useTitle(text.title);
  return (
    <PageFrame header={<PublicHeader />}>
      <div className="relative grid justify-items-center gap-4 py-16 text-center">
        <Rosette className="absolute top-1/2 left-1/2 -z-10 w-form max-w-full -translate-1/2 text-brand opacity-15" />
        <h1 className="text-title">{text.title}</h1>
        <p className="text-muted">{text.text}</p>
        <Link to="/" className={buttonClasses()}>
          {text.home}
        </Link>
      </div>
    </PageFrame>
  );
}
