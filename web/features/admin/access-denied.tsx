import { Link } from "@tanstack/react-router";
import { ShieldX } from "lucide-react";
import { buttonLook } from "../../components/button.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { adminMessages } from "./messages.ts";

const text = adminMessages.denied;

export function AccessDenied() {
  useTitle(text.title);
  return (
    <div className="grid justify-items-center gap-4 py-20 text-center">
      <ShieldX className="size-14 text-bad" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="text-4xl">{text.title}</h1>
      <p className="text-lg text-muted">{text.text}</p>
      <Link to="/" className={buttonLook()}>
        {text.home}
      </Link>
    </div>
  );
}
