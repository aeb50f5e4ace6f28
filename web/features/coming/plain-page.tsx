import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonLook } from "../../components/button.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { comingMessages } from "./messages.ts";

type PlainPageProps = { header: ReactNode; title: string; text: string };

/** A heading, a paragraph and the way home. */
export function PlainPage({ header, title, text }: PlainPageProps) {
  useTitle(title);
  return (
    <PageFrame header={header} narrow>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{text}</p>
      <Link to="/" className={`${buttonLook({ look: "secondary" })} mt-8`}>
        {comingMessages.home}
      </Link>
    </PageFrame>
  );
}
