import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done } from '#platform/shared/shapes.ts'

export const readAlertOffer = endpoint({
  name: 'order_ins.alert_offer',
  summary:
    'Whether to offer push and text: the caller can be ordered in, has neither, and has not dismissed the offer.',
  method: 'GET',
  path: '/api/alert-offer',
  who: 'officer',
  input: z.object({}),
  output: z.object({ offered: z.boolean() }),
  errors: {},
  topics: ['channels', 'order_ins', 'officers'],
})

export const dismissAlertOffer = endpoint({
  name: 'order_ins.dismiss_alert_offer',
  summary: 'Dismisses the offer of push and text for this account, on every device.',
  method: 'POST',
  path: '/api/alert-offer/dismiss',
  who: 'officer',
  input: z.object({}),
  output: Done,
  errors: {},
})
