import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  logo_broken: {
    title: "The image can't be read",
    text: 'The file is damaged. Save the image again and try again.',
  },
  logo_missing: { title: 'No image', text: 'Choose a PNG, JPEG or WebP file.' },
  logo_svg: {
    title: 'SVG is not supported',
    text: 'SVG files can contain scripts. Save the logo as a PNG at least 512 pixels wide.',
  },
  logo_too_many_pixels: {
    title: 'Image too large',
    text: 'Logos can be up to 16 megapixels, such as 4000 by 4000 pixels. Save a smaller image and try again.',
  },
  logo_wrong_type: { title: 'Unsupported image type', text: 'Choose a PNG, JPEG or WebP file.' },
} as const satisfies RefusalWords<typeof contract>
