import { say } from "../../../../src/errors.ts";
import { refuseType, uploadMessages } from "../../../../src/features/documents/documents.schema.ts";
import { acceptedTypes, isWordType, mayBePicture } from "../../../../src/formats/file-types.ts";
import { extraTypes, maxUploadMb } from "../../../environment/server-settings.ts";
import { translate } from "../../../texts/translation.ts";

/**
 * The file extensions of the drop zone, of which some need LibreOffice; the content decides which type a picture has.
 */
export function acceptedExtensions(hasLibreOffice: boolean, extra = extraTypes): string[] {
  return Object.keys(acceptedTypes(extra, hasLibreOffice));
}

/**
 * Why a file would be refused, before anything is sent; undefined if it can be sent. A file whose name leaves open what
 * it is can be sent: the server looks at its content. `wordRefusal`: the server's
 * message while it cannot accept Word documents.
 */
export function findRefusal(
  file: { name: string; size: number },
  wordRefusal?: string,
  extra = extraTypes,
): string | undefined {
  const name = file.name.toLowerCase();
  const type = Object.entries(acceptedTypes(extra)).find(([ending]) => name.endsWith(ending))?.[1];
  if (type === undefined && !mayBePicture(name)) return translate(say(uploadMessages.unsupportedType));
  if (wordRefusal !== undefined && type !== undefined && isWordType(type)) return wordRefusal;
  if (file.size === 0 && type !== undefined) return translate(say(refuseType(0, type)));
  if (file.size > maxUploadMb * 1024 * 1024) return translate(say(uploadMessages.tooLarge(maxUploadMb)));
  return undefined;
}
