import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done } from '#platform/shared/shapes.ts'

export const acceptNotice = endpoint({
  name: 'notices.accept',
  summary: "Accepts the present text of the department's notice, with the time; until then nothing else opens.",
  method: 'POST',
  path: '/api/notice/accept',
  who: 'signed_in',
  input: z.object({
    /** The text that was read: another one that came meanwhile is not accepted with it. */
    version: z.int().min(1),
  }),
  output: Done,
  errors: { notice_changed: 409 },
  afterTrial: true,
})
