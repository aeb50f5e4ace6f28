import { Button } from "../../components/button.tsx";
import { shellMessages } from "../../texts/shell.ts";

const text = shellMessages.failed;

/** A page that failed, or whose code could not be loaded (e.g. after an update of the server). */
export function FailedPage() {
  return (
    <main id="main" className="grid min-h-view place-items-center px-4 text-center">
      <div role="alert" className="grid justify-items-center gap-3">
        <h1 className="text-title">{text.title}</h1>
        <p className="text-muted">{text.text}</p>
        <Button onClick={() => location.reload()}>{text.reload}</Button>
      </div>
    </main>
  );
}
