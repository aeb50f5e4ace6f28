import { say } from "../../../../src/errors.ts";
import { uploadMessages } from "../../../../src/features/documents/documents.schema.ts";
import { fileTypes, fileTypesByExtension, mayBePicture } from "../../../../src/formats/file-types.ts";
import { maxUploadMb } from "../../../environment/server-settings.ts";
import { translate } from "../../../texts/translation.ts";

const wordTypes: string[] = [fileTypes.doc, fileTypes.docx];
const extensions = Object.entries(fileTypesByExtension);

/** The file extensions of the drop zone; the content decides which type a picture has. */
export function acceptedExtensions(takesWord: boolean): string[] {
  return extensions.filter(([, type]) => takesWord || !wordTypes.includes(type)).map(([ending]) => ending);
}

/**
 * Why a file would be refused, before anything is sent; undefined if it can be sent. A file whose name leaves open what
 * it is can be sent: the server looks at its content. `wordRefusal`: the server's
 * message while it cannot accept Word documents.
 */
export function findRefusal(file: { name: string; size: number }, wordRefusal?: string): string | undefined {
  const name = file.name.toLowerCase();
  const type = extensions.find(([ending]) => name.endsWith(ending))?.[1];
  if (type === undefined && !mayBePicture(name)) return translate(say(uploadMessages.unsupportedType));
  if (wordRefusal !== undefined && type !== undefined && wordTypes.includes(type)) return wordRefusal;
  if (file.size > maxUploadMb * 1024 * 1024) return translate(say(uploadMessages.tooLarge(maxUploadMb)));
  return undefined;
}
