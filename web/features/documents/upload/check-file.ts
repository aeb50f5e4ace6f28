import { say } from "../../../../src/errors.ts";
import { uploadMessages } from "../../../../src/features/documents/documents.schema.ts";
import { fileTypes, fileTypesByExtension } from "../../../../src/formats/file-types.ts";
import { maxUploadMb } from "../../../environment/server-settings.ts";
import { translate } from "../../../texts/translation.ts";
import { documentsMessages } from "../messages.ts";

const wordTypes: string[] = [fileTypes.doc, fileTypes.docx];
const extensions = Object.entries(fileTypesByExtension);

/** The file extensions of the drop zone; the server also checks the content. */
export function acceptedExtensions(takesWord: boolean): string[] {
  return extensions.filter(([, type]) => takesWord || !wordTypes.includes(type)).map(([ending]) => ending);
}

/**
 * Why a file would be refused, before anything is sent; undefined if it can be sent. `wordRefusal`: the server's
 * message while it cannot accept Word documents.
 */
export function findRefusal(file: { name: string; size: number }, wordRefusal?: string): string | undefined {
  const name = file.name.toLowerCase();
  const type = extensions.find(([ending]) => name.endsWith(ending))?.[1];
  if (type === undefined) return `${translate(say(uploadMessages.unsupportedType))}${remedyFor(name)}`;
  if (wordRefusal !== undefined && wordTypes.includes(type)) return wordRefusal;
  if (file.size > maxUploadMb * 1024 * 1024) return translate(say(uploadMessages.tooLarge(maxUploadMb)));
  return undefined;
}

/** Copied to a computer, photos of an iPhone keep a format that most people take for a picture like any other. */
function remedyFor(name: string): string {
  return /\.hei[cf]$/.test(name) ? ` ${documentsMessages.upload.heic}` : "";
}
