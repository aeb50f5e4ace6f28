import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { CollectionDetails } from "../features/collections/collection-details.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { collectionsMessages } from "../texts/collections.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const route = getRouteApi("/collections/$id");

/** One collection of the signed-in user. */
export function CollectionPage() {
  const { id } = route.useParams();
  const { pay = false } = route.useSearch();
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Link to="/documents" className="link mb-3 inline-flex min-h-6 items-center gap-1">
            <ChevronLeft className="size-4" aria-hidden="true" />
            {collectionsMessages.page.all}
          </Link>
          <CollectionDetails key={id} id={id} isUnpaid={pay} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
