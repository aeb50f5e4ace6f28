import { uploadMessages } from "../../../../src/documents/documents.schema.ts";
import { fileTypesByExtension } from "../../../../src/file-types.ts";
import { maxUploadMb } from "../../../lib/server-settings.ts";

/** What the drop zone takes; the server looks at the content as well. */
export const acceptedExtensions = Object.keys(fileTypesByExtension);

/** Why a file would be refused, before anything is sent; undefined when it may go. */
export function refusalOf(file: { name: string; size: number }): string | undefined {
  const name = file.name.toLowerCase();
  if (!acceptedExtensions.some((extension) => name.endsWith(extension)))
    return uploadMessages.unsupportedType;
  if (file.size > maxUploadMb * 1024 * 1024) return uploadMessages.tooLarge(maxUploadMb);
  return undefined;
}
