import { z } from 'zod'
import { colorPattern } from '#platform/shared/brand.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ofOrganization } from '#platform/shared/plans.ts'
import { line, Version } from '#platform/shared/shapes.ts'
import { LOGO_BYTES } from './rules.ts'

const Color = z.string().regex(colorPattern, 'Enter # and 6 hex digits, such as #3b82f6.')
const Branded = z.object({
  version: z.int(),
  name: z.string(),
  primary_color: Color,
  /** Null if there is none. */
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
})

export const readBranding = endpoint({
  name: 'branding.read',
  summary: 'Name, colour and logo as the department set them.',
  method: 'GET',
  path: '/api/branding',
  who: 'admin',
  feature: 'custom_branding',
  input: z.object({}),
  output: Branded,
  errors: {},
  topics: ['organization'],
})

export const editBranding = endpoint({
  name: 'branding.edit',
  summary: 'Sets name and colour; any other name in the body is refused.',
  others: ofOrganization.filter((name) => name !== 'primary_color'),
  method: 'PATCH',
  path: '/api/branding',
  who: 'admin',
  forSupport: true,
  feature: 'custom_branding',
  input: z.object({
    name: line(1, 120).optional(),
    primary_color: Color.optional(),
    version: Version,
  }),
  output: z.object({ version: z.int() }),
  errors: {},
})

export const uploadLogo = endpoint({
  name: 'branding.upload_logo',
  summary: 'Takes a PNG, JPEG or WebP to 2 MB and 16 megapixels as the logo, drawn anew.',
  method: 'POST',
  path: '/api/branding/logo',
  who: 'admin',
  forSupport: true,
  feature: 'custom_branding',
  input: z.object({}),
  output: z.object({ version: z.int(), url: z.string() }),
  errors: {
    logo_missing: 400,
    logo_svg: 415,
    logo_wrong_type: 415,
    logo_too_many_pixels: 422,
    logo_broken: 422,
  },
  upload: true,
  limit: LOGO_BYTES,
})

export const removeLogo = endpoint({
  name: 'branding.remove_logo',
  summary: 'Takes the logo off; without one, nothing changes.',
  method: 'DELETE',
  path: '/api/branding/logo',
  who: 'admin',
  forSupport: true,
  feature: 'custom_branding',
  input: z.object({}),
  output: z.object({ version: z.int() }),
  errors: {},
})
