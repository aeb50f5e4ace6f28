import { z } from "zod";
import { withoutInvisible, withoutStackedMarks } from "../../formats/text/visible-text.ts";
import { processDocumentSchema, uploadMessages } from "../documents/documents.schema.ts";
import { sha256Schema } from "../outputs.schema.ts";
import { rule } from "../rules.ts";

/** The limits of collections. Each has an error message below or in collections.service.ts. */
export const collectionLimits = {
  /** The certificate lists all files, 40 per page. */
  files: 50_000,
  /** Length of a file name with its folders, in UTF-16 units: longer than any path on Windows or a phone. */
  nameLength: 1_024,
  /** Total size of the files: sums beyond it are no longer exact. */
  totalBytes: Number.MAX_SAFE_INTEGER,
  /** Size of the list of files as JSON, in MiB: 50,000 names of about 500 characters. */
  listMebibytes: 32,
} as const;

/** The longest title of a collection, in UTF-16 units. */
export const maxTitle = 100;

/** The SHA-256 of every empty file. */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const invalidName = rule(
  "collection-name-invalid",
  "A file's name must be a path inside the chosen folder, with at most 1,024 characters and no control characters.",
);

/** Names stay exactly as they are on the owner's disk, so that sha256sum finds the files. */
export const fileNameInCollection = z
  .string()
  .min(1, invalidName)
  .max(collectionLimits.nameLength, invalidName)
  .refine(isPathInside, invalidName);

function isPathInside(path: string): boolean {
  if (!path.isWellFormed() || /\p{Cc}/u.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

export const collectionFileSchema = z
  .object({
    name: fileNameInCollection
      .optional()
      .describe(
        "Its name, with folders separated by / and without control characters; required unless hideNames is set",
      ),
    size: z.int().min(0).describe("Bytes"),
    sha256: sha256Schema.describe("Of its content: 64 lower-case hex digits"),
  })
  .refine(({ size, sha256 }) => (size === 0) === (sha256 === emptySha256), {
    error: rule(
      "collection-size-wrong",
      "A file's size and fingerprint contradict each other: only one of them belongs to an empty file.",
    ),
    path: ["size"],
  });
export type CollectionFile = z.infer<typeof collectionFileSchema>;

function haveOneSizeEach(files: readonly CollectionFile[]): boolean {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]));
  return files.every(({ sha256, size }) => sizes.get(sha256) === size);
}

const oneLine = (text: string) => withoutStackedMarks(withoutInvisible(text.replace(/\s+/g, " "))).trim();

/** A collection without its files. */
export const collectionFieldsSchema = z.object({
  title: z
    .string(rule("collection-title-required", "Please enter a title for the collection"))
    .max(maxTitle, rule("collection-title-too-long", "Title: please use at most 100 characters"))
    .transform(oneLine)
    .refine(
      (text) => text !== "",
      rule("collection-title-required", "Please enter a title for the collection"),
    ),
  hideNames: z
    .boolean()
    .default(false)
    .describe(
      "Names are neither sent to the server nor printed on the certificate; omit them from the files",
    ),
  listFiles: z
    .boolean()
    .default(true)
    .describe("Whether the certificate lists every file; otherwise it shows only the root"),
  ...processDocumentSchema.pick({
    originalDate: true,
    otherParties: true,
    language: true,
    showName: true,
    showEmail: true,
  }).shape,
  ownershipConfirmed: z
    .boolean()
    .optional()
    .describe("Whether the owner confirmed that the files are theirs; the attestation records this")
    .refine(
      (confirmed) => confirmed !== false,
      rule(uploadMessages.ownership.code, uploadMessages.ownership.text),
    ),
});
export type CollectionFields = z.infer<typeof collectionFieldsSchema>;

export const tooManyFiles = rule(
  "collection-too-many-files",
  "A collection can contain at most 50,000 files. Please split them into several collections.",
);

export const createCollectionSchema = collectionFieldsSchema
  .extend({
    files: z
      .array(collectionFileSchema)
      .min(1, rule("collection-empty", "Please choose at least one file."))
      .max(collectionLimits.files, tooManyFiles)
      .refine(
        (files) => Number.isSafeInteger(files.reduce((sum, { size }) => sum + size, 0)),
        rule("collection-too-large", "Together, the files of a collection may have at most 8 PiB."),
      )
      .refine(
        haveOneSizeEach,
        rule(
          "collection-sizes-differ",
          "Files with the same fingerprint have the same content, and cannot differ in size.",
        ),
      ),
  })
  .superRefine(({ files, hideNames }, context) => {
    const issue = findNameIssue(files, hideNames);
    if (issue) context.addIssue({ code: "custom", path: ["files"], message: issue });
  });

/** Two files with the same name would contradict each other in SHA256SUMS. Two names for the same content are fine. */
function findNameIssue(files: CollectionFile[], hideNames: boolean): string | undefined {
  const names = files.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (hideNames) {
    return names.length === 0
      ? undefined
      : rule(
          "collection-names-not-hidden",
          "You chose to keep file names private, but the list contains names.",
        );
  }
  if (names.length < files.length) {
    return rule("collection-name-required", "Every file needs a name unless you keep file names private.");
  }
  return new Set(names).size === names.length
    ? undefined
    : rule("collection-name-twice", "Two files in a collection cannot have the same name.");
}

const maxListed = 200;
/** The newest collections, at most `limit`; with `cursor`, an ID, those after that collection. */
export const listCollectionsSchema = z
  .object({
    cursor: z.string().min(1).max(64).optional(),
    limit: z.coerce.number().int().min(1).max(maxListed).default(maxListed),
  })
  .prefault({});
export type ListCollectionsInput = z.infer<typeof listCollectionsSchema>;

export const collectionIdSchema = z.object({ id: z.string().min(1).max(64) });
