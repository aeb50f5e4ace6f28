import type { Converted, Office, OfficeJob } from "./office.ts";
import { type OfficeProcess, sendFile, startOfficeProcess } from "./office-process.ts";
import { readProcessorTime } from "./processor-time.ts";
import type { Sandbox } from "./sandbox.ts";
import { savePdf } from "./save-pdf.ts";

/** LibreOffice exits with 81 if it has created a profile and must be restarted. */
const convertInput = `
mkdir job pdf && cat > "job/$4"
convert() { "$1" -env:UserInstallation="file://$2/profile" --headless --norestore --nologo --nolockcheck \
  --infilter="$3" --convert-to pdf:writer_pdf_Export --outdir pdf "$2/job/$4" > /dev/null < /dev/null; }
convert "$@"; [ $? -ne 81 ] || convert "$@"
cat pdf/*.pdf`;

/**
 * A LibreOffice that converts one document: for systems whose Python cannot talk to a resident one, and for the second
 * attempt after a resident one failed.
 */
export function prepareSingleUseOffice(sandbox: Sandbox, program: string): Office {
  let running: OfficeProcess | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();

  async function convert({ input, output, filter, name }: OfficeJob): Promise<Converted> {
    const office = startOfficeProcess(sandbox, (folder) => [
      "/bin/sh",
      "-c",
      convertInput,
      "sh",
      program,
      folder,
      filter,
      name,
    ]);
    running = office;
    void office.ended.then(end);
    const { stdin, stdout } = office.child;
    await sendFile(input, stdin);
    await stdin.end();
    await savePdf(stdout, output);
    return {};
  }

  async function kill(): Promise<void> {
    if (running === undefined) end();
    else await running.kill();
  }

  return {
    convert,
    processorMs: () => (running === undefined ? 0 : readProcessorTime(running.child.pid)),
    ended,
    end: kill,
    kill,
  };
}
