import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id, Instant } from '#platform/shared/shapes.ts'
import { isZone } from '#platform/shared/zone.ts'
import { blocks } from './rules.ts'

const Times = z.object({ starts_at: Instant, ends_at: Instant })

export const previewZone = endpoint({
  name: 'zone_changes.preview',
  summary: 'What a new time zone would mean for upcoming shifts.',
  method: 'GET',
  path: '/api/settings/zone-change',
  who: 'admin',
  input: z.object({ time_zone: z.string().max(64).refine(isZone, 'Unknown time zone.') }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    shifts: z.int(),
    drafts: z.int(),
    templates: z.int(),
    series: z.int(),
    /** The next ones, at most 50: their current times, and where they would move if local times stayed. */
    items: z.array(
      Times.extend({
        id: Id,
        title: z.string(),
        status: z.enum(['draft', 'published']),
        signups: z.int(),
        wall: Times,
      }),
    ),
    /** What prevents keeping local times. */
    blocked: z.array(
      z.object({
        id: Id,
        title: z.string(),
        starts_at: Instant,
        why: z.enum(blocks),
        officers: z.array(z.string()),
      }),
    ),
  }),
  errors: {},
  topics: ['organization', 'assignments', 'signups'],
})
