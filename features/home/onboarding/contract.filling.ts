import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done } from '#platform/shared/shapes.ts'
import { fillings } from './rules.filling.ts'

export const chooseFilling = endpoint({
  name: 'onboarding.choose_filling',
  summary:
    'Sets how new shifts of every type are filled: by the default mode or by an award rule, created if needed. `seen` is what it replaces.',
  method: 'POST',
  path: '/api/onboarding/filling',
  who: 'admin',
  input: z.strictObject({
    filling: z.enum(fillings, 'Choose how new shifts are filled.'),
    /** The default mode, and the version of the listed award rules. */
    seen: z.strictObject({ signup_mode: z.enum(['first_come', 'approval']), rules: z.int().min(0).max(2_147_483_647) }),
  }),
  output: Done,
  errors: { too_many_rules: 409 },
})
