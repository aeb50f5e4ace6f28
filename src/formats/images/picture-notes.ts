import type { Message } from "../../errors.ts";

/** Notes about pictures of which programs show more than one version. */
export const pictureNotes = {
  colorsSettled: {
    code: "note-picture-colors-settled",
    text: "Programs show the colors of this picture differently, and some may hide parts of it. The stamped copy looks the same in all of them.",
  },
  cmykConverted: {
    code: "note-picture-cmyk-converted",
    text: "This picture has printing colors (CMYK), which programs show differently. The stamped copy has screen colors and looks the same in all programs.",
  },
  onWhite: {
    code: "note-picture-on-white",
    text: "Parts of this picture are transparent, so it looks different on other backgrounds. The stamped copy shows it on white.",
  },
  onBlack: {
    code: "note-picture-on-black",
    text: "Parts of this picture are transparent, so it looks different on other backgrounds. On white it would be blank, so the stamped copy shows it on black.",
  },
  hdrLeftOut: {
    code: "note-picture-hdr-left-out",
    text: "This picture has a second version for very bright (HDR) screens. It was left out; the stamped copy shows the ordinary one.",
  },
  locationLeftOut: {
    code: "note-picture-location-left-out",
    text: "The metadata of this picture say where it was taken. The stamped copy does not.",
  },
  filmLeftOut: {
    code: "note-picture-film-left-out",
    text: "This picture has a short film (a motion photo). It was left out; the stamped copy shows the photo.",
  },
  otherAnimation: {
    code: "note-animation-other-pictures",
    text: "Programs that play animations show other pictures than those that don't. The animation was left out; the stamped copy shows the picture without it.",
  },
} as const satisfies Record<string, Message>;
