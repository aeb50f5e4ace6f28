import { Camera, FileUp } from "lucide-react";
import { type ChangeEvent, useCallback, useId, useRef, useState } from "react";
import { say } from "../../../../src/errors.ts";
import { uploadMessages } from "../../../../src/features/documents/documents.schema.ts";
import { BareButton } from "../../../components/bare-button.tsx";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { acceptsWord } from "../../../environment/server-settings.ts";
import { classes } from "../../../lib/classes.ts";
import { notify } from "../../../lib/notify.ts";
import { useFileDrop } from "../../../lib/use-file-drop.ts";
import { useFilePaste } from "../../../lib/use-file-paste.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { translate } from "../../../texts/translation.ts";
import { acceptedExtensions } from "./check-file.ts";

const text = documentsMessages.upload;

type DropZoneProps = {
  enabled: boolean;
  /** Why Word documents are refused right now, if they are. */
  wordRefusal: string | undefined;
  onFiles: (files: File[]) => void;
};

/**
 * A large button for click, key, drop or paste, with a camera button on phones, where no one drops files. While
 * disabled, it explains why.
 */
export function DropZone({ enabled, wordRefusal, onFiles }: DropZoneProps) {
  const zone = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(false);
  const reasonId = useId();
  const showReason = asked && !enabled;
  const takesWord = acceptsWord && wordRefusal === undefined;

  const onDrop = useCallback(
    ({ files, folder }: { files: File[]; folder: boolean }) => {
      if (!enabled) setAsked(true);
      if (folder) notify({ kind: "error", title: text.failed, description: text.folder });
      if (files.length > 0) onFiles(files);
    },
    [enabled, onFiles],
  );
  const over = useFileDrop(zone, onDrop);
  useFilePaste(
    useCallback(
      (files: File[]) => {
        if (!enabled) setAsked(true);
        onFiles(files);
      },
      [enabled, onFiles],
    ),
  );
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    event.target.value = "";
  };
  const choose = () => (enabled ? input.current?.click() : setAsked(true));

  return (
    <>
      <BareButton
        ref={zone}
        aria-disabled={!enabled}
        aria-describedby={showReason ? reasonId : undefined}
        onClick={choose}
        className={classes(
          "grid w-full justify-items-center gap-2 rounded-panel border-2 border-dashed px-4 py-4 text-center transition-colors sm:py-6",
          over ? "border-brand bg-tint" : "border-field-line bg-paper",
          enabled ? "hover:border-brand hover:bg-tint" : "cursor-not-allowed",
        )}
      >
        <FileUp
          className={classes("size-8 max-sm:hidden", enabled ? "text-brand" : "text-muted")}
          aria-hidden="true"
          strokeWidth={1.5}
        />
        <span className="font-serif text-heading font-semibold max-sm:hidden">
          {over && enabled ? text.dropNow : text.drop}
        </span>
        <span className="text-muted max-sm:order-last max-sm:text-sm">
          {takesWord ? text.or : text.orWithoutWord}
        </span>
        {wordRefusal !== undefined && (
          <span className="max-w-text text-sm text-warn max-sm:order-last">{wordRefusal}</span>
        )}
        <span
          className={classes(
            buttonClasses({ variant: enabled ? "primary" : "secondary" }),
            "sm:mt-2",
            !enabled && "opacity-70",
          )}
        >
          {text.choose}
        </span>
      </BareButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.fileInput}
        accept={acceptedExtensions(takesWord).join(",")}
        onChange={take}
      />
      <div className="mt-2 hidden justify-center pointer-coarse:flex">
        <Button variant="quiet" onClick={() => (enabled ? camera.current?.click() : setAsked(true))}>
          <Camera className="size-5" aria-hidden="true" />
          {text.camera}
        </Button>
      </div>
      <input
        ref={camera}
        type="file"
        hidden
        aria-label={text.cameraInput}
        accept="image/*"
        capture="environment"
        onChange={take}
      />
      {showReason && (
        <p id={reasonId} role="alert" className="mt-2 font-semibold text-bad">
          {translate(say(uploadMessages.ownership))}
        </p>
      )}
    </>
  );
}
