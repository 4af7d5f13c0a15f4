import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Instant, line } from '#platform/shared/shapes.ts'

export const readPhone = endpoint({
  name: 'channels.phone',
  summary: "The caller's number for texts and calls, and the consent to each; which providers there are.",
  method: 'GET',
  path: '/api/phone',
  who: 'officer',
  afterTrial: true,
  input: z.object({}),
  output: z.object({
    texting: z.boolean(),
    calling: z.boolean(),
    consent_text: z.string(),
    phone: z
      .object({
        number: z.string(),
        consented_at: Instant,
        /** Null: the code has not been entered yet. */
        confirmed_at: Instant.nullable(),
        stopped_at: Instant.nullable(),
        /** When the person agreed to calls; null: no calls. */
        calls_since: Instant.nullable(),
        stopped_why: z.enum(['by_person', 'stop_word', 'replaced', 'access_ended', 'merged']).nullable(),
      })
      .nullable(),
  }),
  errors: {},
  topics: ['channels'],
})

export const addPhone = endpoint({
  name: 'channels.add_phone',
  summary: 'Consents to text messages at a number, in place of an earlier one, and texts a code to it.',
  method: 'POST',
  path: '/api/phone',
  who: 'officer',
  afterTrial: true,
  input: z.object({
    number: line(1, 40),
    consent: z.literal(true, 'Agree to the terms to get text messages.'),
  }),
  output: Done,
  errors: { no_texting: 409, too_many_codes: 409 },
})

export const confirmPhone = endpoint({
  name: 'channels.confirm_phone',
  summary: 'Confirms the number with the code that was texted to it.',
  method: 'POST',
  path: '/api/phone/confirm',
  who: 'officer',
  afterTrial: true,
  input: z.object({ code: z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.') }),
  output: Done,
  errors: { phone_code_expired: 409, phone_code_wrong: 409 },
})

export const setCalls = endpoint({
  name: 'channels.set_calls',
  summary: 'Consents to voice calls at the confirmed number, or withdraws that.',
  method: 'POST',
  path: '/api/phone/calls',
  who: 'officer',
  afterTrial: true,
  input: z.object({ consent: z.boolean() }),
  output: Done,
  errors: { no_calling: 409 },
})

export const removePhone = endpoint({
  name: 'channels.remove_phone',
  summary: 'Withdraws the consent: no more text messages and calls.',
  method: 'DELETE',
  path: '/api/phone',
  who: 'officer',
  afterTrial: true,
  input: z.object({}),
  output: Done,
  errors: {},
})
