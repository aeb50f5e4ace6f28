import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { NewCollection } from "../features/collections/new-collection.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { collectionsMessages } from "../texts/collections.ts";
import { ForMembers } from "./for-members.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = collectionsMessages.new;

/** Attests many files without uploading them. */
export function NewCollectionPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Head />
          <ForMembers user={user}>
            <NewCollection />
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
      <Link to="/documents" className="link mb-3 inline-flex min-h-6 items-center gap-1">
        <ChevronLeft className="size-4" aria-hidden="true" />
        {collectionsMessages.page.all}
      </Link>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 mb-6 max-w-text text-muted">{text.intro}</p>
    </>
  );
}
