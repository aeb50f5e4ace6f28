import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { PhotographedPages } from "../features/photographed-pages/photographed-pages.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { photographedPagesMessages as text } from "../texts/photographed-pages.ts";
import { ForMembers } from "./for-members.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

/** Makes one PDF of photographed pages, to be stamped once. */
export function PhotographedPagesPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Head />
          <ForMembers user={user}>
            <PhotographedPages />
          </ForMembers>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Head() {
  useTitle(text.title);
  return (
    <>
      <Link to="/" className="link mb-3 inline-flex min-h-6 items-center gap-1">
        <ChevronLeft className="size-4" aria-hidden="true" />
        {text.back}
      </Link>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 mb-6 max-w-text text-muted">{text.intro}</p>
    </>
  );
}
