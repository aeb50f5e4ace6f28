import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../components/button.tsx";
import { FaqList } from "../features/faq/faq-list.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { faqMessages as text } from "../texts/faq.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

export function FaqPage() {
  useTitle(text.title);
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <h1 className="text-title">{text.title}</h1>
          <p className="mt-3 mb-8 text-muted">{text.intro}</p>
          <FaqList />
          <div className="mt-12 flex flex-wrap items-center gap-4">
            <p className="font-serif text-heading font-semibold">{text.notAnswered}</p>
            <Link
              to="/support"
              search={{ tab: "contact" }}
              className={buttonClasses({ variant: "secondary" })}
            >
              {text.ask}
            </Link>
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
