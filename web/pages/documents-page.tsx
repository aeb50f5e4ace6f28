import { useSearch } from "@tanstack/react-router";
import { AllDocuments } from "../features/documents/all/all-documents.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { allDocumentsMessages as text } from "../texts/all-documents.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** All documents of the signed-in user. */
export function DocumentsPage() {
  const address = useSearch({ from: "/documents" });
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Title />
          <AllDocuments address={address} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return <h1 className="mb-4 text-heading sm:text-title">{text.title}</h1>;
}
