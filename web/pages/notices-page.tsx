import { Link } from "@tanstack/react-router";
import { NoticeList } from "../features/notices/notice-list.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { noticesMessages as text } from "../texts/notices.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** What needs the attention of the person who signed in. */
export function NoticesPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <Title />
          <p className="mt-2 text-muted">{text.intro}</p>
          <p className="mt-1 mb-6">
            <Link to="/account" hash="notice-mails-title" className="link inline-flex min-h-6 items-center">
              {text.choose}
            </Link>
          </p>
          <NoticeList office={user.office} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return <h1 className="text-title">{text.title}</h1>;
}
