import { readFile, writeFile } from "node:fs/promises";
import { ZodError } from "zod";
import { commitToList } from "../../evidence/collection-statement.ts";
import { hashNatively } from "../../evidence/ers/hash-natively.ts";
import { buildHashTree, deriveListSalt } from "../../evidence/ers/hash-tree.ts";
import { writeFileList } from "../../formats/certificate/file-list.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { hashFileNow } from "../../platform/files/hash-file.ts";
import type { Tasks } from "../../platform/jobs/tasks.ts";
import { parseJsonObject } from "../json-object.ts";
import { invalidInput } from "../rules.ts";
import {
  collectionFileSchema,
  collectionLimits,
  createCollectionSchema,
  tooManyFiles,
} from "./collections.schema.ts";

type Task = Tasks["collection-list"];

/** Ten for each file: parsing takes more memory the more there are. */
const maxValues = 10 * collectionLimits.files;
/** Enough to find the mistake in a program. */
const maxIssues = 100;

/**
 * Runs in a child process, since the list may be as large as a document and wrong in every line: reads the request that
 * creates a collection from `input`, and writes the list of its files to `output`. Throws AppError `invalid` with the
 * first hundred mistakes.
 */
export async function readCollectionList({ input, output, secret }: Task["input"]): Promise<Task["output"]> {
  const body = parseJsonObject(await readFile(input, "utf8"), maxValues);
  const issues = findFileIssues(body.files);
  if (issues.length > 0) throw invalidInput(new ZodError(issues));
  const parsed = createCollectionSchema.safeParse(body);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { files, ...fields } = parsed.data;
  const secretBytes = Buffer.from(secret, "hex");
  const hashes = Buffer.from(files.map(({ sha256 }) => sha256).join(""), "hex");
  const tree = buildHashTree(secretBytes, hashes, hashNatively);
  await writeFile(output, writeFileList(files));
  return {
    fields,
    files: files.length,
    totalBytes: files.reduce((sum, { size }) => sum + size, 0),
    root: Buffer.from(tree.root).toString("hex"),
    list: commitToList(deriveListSalt(secretBytes), writeSha256Sums(files)),
    blockRoots: Buffer.from(tree.blockRoots).toString("base64"),
    ...hashFileNow(output),
  };
}

/** The first mistakes in the files: the schema by itself would collect all of them. */
export function findFileIssues(files: unknown): ZodError["issues"] {
  if (!Array.isArray(files)) return [];
  if (files.length > collectionLimits.files)
    return [{ code: "custom", path: ["files"], message: tooManyFiles, input: undefined }];
  const issues: ZodError["issues"] = [];
  for (const [index, file] of files.entries()) {
    const { error } = collectionFileSchema.safeParse(file);
    if (error)
      issues.push(...error.issues.map((issue) => ({ ...issue, path: ["files", index, ...issue.path] })));
    if (issues.length >= maxIssues) break;
  }
  return issues;
}
