import { comingMessages } from "../features/coming/messages.ts";
import { PlainPage } from "../features/coming/plain-page.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

const { title, text, questions } = comingMessages.faq;

export function FaqPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PlainPage header={<UserHeader user={user} />} title={title} text={text}>
          <div className="mt-6 border-t border-line">
            {questions.map(({ question, answer }) => (
              <details key={question} className="border-b border-line">
                <summary className="cursor-pointer py-4 font-serif text-xl font-semibold">{question}</summary>
                <p className="pb-5 text-muted">{answer}</p>
              </details>
            ))}
          </div>
        </PlainPage>
      )}
    </SignedInOnly>
  );
}
