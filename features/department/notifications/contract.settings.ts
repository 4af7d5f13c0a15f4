import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done } from '#platform/shared/shapes.ts'
import { channels } from './rules.choices.ts'
import { quietModes } from './rules.quiet.ts'
import { type EventName, eventNames } from './rules.ts'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.')
const channel = z.enum(channels)
const names = eventNames as readonly [EventName, ...EventName[]]

export const readSettings = endpoint({
  name: 'notifications.settings',
  summary: "The caller's channel choices, and quiet hours of the caller and the organization.",
  method: 'GET',
  path: '/api/notifications/settings',
  who: 'officer',
  afterTrial: true,
  input: z.object({}),
  output: z.object({
    choices: z.array(z.object({ event: z.string(), channel, on: z.boolean() })),
    quiet: z.enum(quietModes),
    /** The person's own hours, kept even while another mode is chosen. */
    quiet_from: Clock.nullable(),
    quiet_to: Clock.nullable(),
    /** Null if the organization has none. */
    organization_quiet: z.object({ from: Clock, to: Clock }).nullable(),
  }),
  errors: {},
  topics: ['notifications', 'organization'],
})

export const setChoice = endpoint({
  name: 'notifications.set_choice',
  summary: 'Switches one channel of one event on or off for the caller. Some are not optional.',
  method: 'POST',
  path: '/api/notifications/settings/choice',
  who: 'officer',
  afterTrial: true,
  input: z.object({ event: z.enum(names), channel, on: z.boolean() }),
  output: Done,
  errors: { not_optional: 409 },
})

export const setChoices = endpoint({
  name: 'notifications.set_choices',
  summary: 'Switches one channel of several events on or off for the caller; refused if one of them is not optional.',
  method: 'POST',
  path: '/api/notifications/settings/choices',
  who: 'officer',
  afterTrial: true,
  input: z.object({ events: z.array(z.enum(names)).min(1).max(names.length), channel, on: z.boolean() }),
  output: Done,
  errors: { not_optional: 409 },
})

export const setQuietHours = endpoint({
  name: 'notifications.set_quiet_hours',
  summary: "Quiet hours of the caller: the organization's, own ones, or none.",
  method: 'POST',
  path: '/api/notifications/settings/quiet-hours',
  who: 'officer',
  afterTrial: true,
  input: z
    .object({ quiet: z.enum(quietModes), quiet_from: Clock.optional(), quiet_to: Clock.optional() })
    .superRefine((input, context) => {
      if (input.quiet !== 'own') return
      for (const name of ['quiet_from', 'quiet_to'] as const) {
        if (input[name] === undefined)
          context.addIssue({ code: 'custom', path: [name], message: 'This field is required.' })
      }
      if (input.quiet_from !== undefined && input.quiet_from === input.quiet_to)
        context.addIssue({
          code: 'custom',
          path: ['quiet_to'],
          message: "Quiet hours can't start and end at the same time.",
        })
    }),
  output: Done,
  errors: {},
})
