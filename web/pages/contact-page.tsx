import { Link } from "@tanstack/react-router";
import { House } from "lucide-react";
import { buttonClasses } from "../components/button.tsx";
import { AboutBlurb } from "../features/contact/about-blurb.tsx";
import { ContactForm } from "../features/contact/contact-form.tsx";
import { MessageSent } from "../features/contact/message-sent.tsx";
import { useSendMessage } from "../features/contact/use-send-message.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { contactMessages as text } from "../texts/contact.ts";

/** Public: a message to the operator of the service. */
export function ContactPage() {
  const { send, failure, sentTo, writeAgain } = useSendMessage();
  useTitle(text.title);
  return (
    <PageFrame header={<PublicHeader />}>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-3 text-muted">{text.intro}</p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-aside">
        {sentTo === undefined ? (
          <ContactForm onSend={send} failure={failure} />
        ) : (
          <MessageSent email={sentTo} onAgain={writeAgain} />
        )}
        <AboutBlurb />
      </div>
      <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
        <House className="size-4" aria-hidden="true" />
        {text.home}
      </Link>
    </PageFrame>
  );
}
