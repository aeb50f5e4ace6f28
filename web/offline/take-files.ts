type Part = HTMLElement | null | undefined;

/** Passes on the files that are chosen in `input`, or dropped anywhere on the page, which `zone` shows. */
export function takeFiles(zone: Part, input: Part, take: (files: File[]) => void): void {
  input?.addEventListener("change", () => {
    if (input instanceof HTMLInputElement) take([...(input.files ?? [])]);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone?.classList.add("over");
  });
  document.addEventListener("dragleave", () => zone?.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    zone?.classList.remove("over");
    take([...(event.dataTransfer?.files ?? [])]);
  });
}
