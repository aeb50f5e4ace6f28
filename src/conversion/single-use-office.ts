import type { Cage } from "./cage.ts";
import type { Office, OfficeJob } from "./office.ts";
import { type OfficeProcess, startOfficeProcess } from "./office-process.ts";
import { savePdf } from "./save-pdf.ts";

/** LibreOffice ends with 81 after it has laid out a new profile and then wants to be started again. */
const convertInput = `
mkdir job pdf && cat > "job/$4"
convert() { "$1" -env:UserInstallation="file://$2/profile" --headless --norestore --nologo --nolockcheck \
  --infilter="$3" --convert-to pdf:writer_pdf_Export --outdir pdf "$2/job/$4" > /dev/null < /dev/null; }
convert "$@"; [ $? -ne 81 ] || convert "$@"
cat pdf/*.pdf`;

/** A LibreOffice started for one document, for systems whose Python cannot speak to a resident one. */
export function prepareSingleUseOffice(cage: Cage, program: string): Office {
  let running: OfficeProcess | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();

  async function convert({ input, output, filter, name }: OfficeJob): Promise<{ reusable: boolean }> {
    const office = startOfficeProcess(cage, (folder) => [
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
    office.ended.then(end);
    const { stdin, stdout } = office.child;
    for await (const chunk of Bun.file(input).stream()) {
      stdin.write(chunk);
      await stdin.flush();
    }
    await stdin.end();
    await savePdf(stdout, output);
    return { reusable: false };
  }

  async function kill(): Promise<void> {
    if (running === undefined) end();
    else await running.kill();
  }

  return { convert, ended, end: kill, kill };
}
