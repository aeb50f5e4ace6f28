import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { Attestamp } from "../../client/sdk.ts";
import { serverIn } from "../../client/server-address.ts";
import { AppError } from "../../errors.ts";
import { fileNameFromTitle } from "../../formats/file-names.ts";
import { programVersion } from "../../program-info.ts";
import { clientSettings } from "../read-config.ts";
import { readToken, sayLine } from "./client-command.ts";

export type McpOptions = {
  server?: string;
  token?: string;
  tokenFile?: string;
  allowHttp?: true;
  confirmOwnership?: true;
  /** Offers only the tools that change nothing and send no file. */
  readOnly?: true;
};

/**
 * Serves the Model Context Protocol on standard input and output until the client closes them. The tools can use files
 * in one folder only, and what the access token's scopes allow.
 */
export function serveMcp(folder: string, options: McpOptions): void {
  const settings = clientSettings();
  const attestamp = new Attestamp({
    server: serverIn(options.server ?? settings.server, options.allowHttp ?? false),
    token: readToken(options, settings.token),
    allowHttp: options.allowHttp ?? false,
    confirmOwnership: options.confirmOwnership ?? false,
    onRetry: sayLine,
  });
  const root = realpathSync(folder);
  serveStdio(
    () => {
      const server = new McpServer({ name: "attestamp", version: programVersion });
      addReadingTools(server, attestamp, root);
      if (!options.readOnly) addWritingTools(server, attestamp, root);
      return server;
    },
    { onerror: ({ message }) => sayLine(message) },
  );
}

const file = z.string().describe("The path of a file, inside the folder that this server was started for");
const files = z.array(file).min(1).max(1000);
const facts = {
  otherParties: z.string().optional().describe("Other parties, for the certificate"),
  originalDate: z.string().optional().describe("The date of the original, for the certificate"),
};
const filters = z.object({
  query: z.string().optional().describe("Words in the name, note, other parties or serial number"),
  status: z.enum(["uploaded", "processing", "completed", "error"]).optional(),
  page: z.number().int().min(1).optional(),
  limit: z.number().int().min(1).max(100).optional(),
});

function addReadingTools(server: McpServer, attestamp: Attestamp, root: string): void {
  server.registerTool(
    "verify_files",
    {
      description:
        "Verifies files on this machine: whether they are unchanged, when they existed and who says so. Give a file together with its evidence pack. No file is sent.",
      inputSchema: z.object({ files }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (input) => answer(() => attestamp.verify(input.files.map((path) => inside(root, path)))),
  );
  server.registerTool(
    "list_documents",
    {
      description: "Lists the account's documents with their serial numbers and fingerprints, newest first.",
      inputSchema: filters,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (input) => answer(() => attestamp.request("GET /api/documents/search", input)),
  );
}

function addWritingTools(server: McpServer, attestamp: Attestamp, root: string): void {
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
  server.registerTool(
    "attest_files",
    {
      description:
        "Attests files by their fingerprints, all together: proves that they exist now. Only names and fingerprints are sent. Uses one stamp of the account. Saves SHA256SUMS, a certificate and an evidence pack.",
      inputSchema: z.object({ files, title: z.string().min(1).max(100), ...facts }),
      annotations,
    },
    ({ files, ...order }) =>
      answer(async () => {
        const out = inside(root, `Attested_${fileNameFromTitle(order.title)}`);
        const paths = files.map((path) => inside(root, path));
        return shown(root, await attestamp.attest(paths, { ...order, out }));
      }),
  );
  server.registerTool(
    "stamp_file",
    {
      description:
        "Sends a PDF, Word document or picture to the server, which stamps it, and saves the stamped copy and a certificate next to it. Uses one stamp of the account.",
      inputSchema: z.object({ file, evidence: z.boolean().optional(), ...facts }),
      annotations,
    },
    ({ file, ...order }) => answer(async () => shown(root, await attestamp.stamp(inside(root, file), order))),
  );
}

/**
 * The path of a file or a folder in the folder, without links. Throws AppError for any other: what a model reads may
 * tell it to send other files.
 */
function inside(root: string, given: string): string {
  const path = resolve(root, given);
  const real = findReal(path);
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
  throw new AppError(
    "forbidden",
    "file-outside-folder",
    "{file} is not in the folder that this server was started for.",
    { params: { file: given } },
  );
}

/** A path that does not exist is refused where it is read. */
function findReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const shown = <Saved extends { files: string[] }>(root: string, saved: Saved) => ({
  ...saved,
  files: saved.files.map((path) => relative(root, path)),
});

/** A refusal is an answer that the model can read; anything else is an error of this program. */
async function answer(act: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await act(), null, 1) }] };
  } catch (error) {
    const code = error instanceof AppError ? ` (${error.code})` : "";
    const isKnown = error instanceof Error && (code !== "" || "syscall" in error);
    if (!isKnown) throw error;
    return { content: [{ type: "text", text: `${error.message}${code}` }], isError: true };
  }
}
