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
  animationLeftOut: {
    code: "note-animation-left-out",
    text: "The animation was left out; the stamped copy shows the picture's first frame.",
  },
  otherAnimation: {
    code: "note-animation-other-pictures",
    text: "Programs that play animations show other pictures than those that don't. The animation was left out; the stamped copy shows the picture without it.",
  },
  otherPicturesLeftOut: {
    code: "note-picture-others-left-out",
    text: "This file contains several pictures. The stamped copy shows the main one.",
  },
  hdrConverted: {
    code: "note-picture-hdr-converted",
    text: "This picture was made for very bright (HDR) screens. The stamped copy has the colors of ordinary screens, so its brightest parts look different.",
  },
} as const satisfies Record<string, Message>;

/** The note about a picture that became a file of another format; names of formats are the same in all languages. */
export const convertedPicture = (from: string, to: string): Message => ({
  code: "note-picture-converted",
  text: "The picture was converted from {from} to {to}, with the colors of ordinary screens (sRGB).",
  params: { from, to },
});
