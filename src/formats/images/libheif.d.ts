declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  /** The parts of libheif's C interface (libheif/heif.h) that we use; handles and pointers are numbers. */
  export type LibHeif = {
    HEAPU8: Uint8Array<ArrayBuffer>;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _heif_context_alloc(): number;
    _heif_context_get_security_limits(context: number): number;
    _heif_context_read_from_memory(
      error: number,
      context: number,
      bytes: number,
      size: number,
      options: number,
    ): void;
    _heif_context_get_number_of_top_level_images(context: number): number;
    _heif_context_has_sequence(context: number): number;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colorSpace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  };
  export default function createLibHeif(): Promise<LibHeif>;
}
