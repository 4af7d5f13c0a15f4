import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, line, page, text } from '#platform/shared/shapes.ts'
import {
  DESCRIPTION_MOST,
  kinds,
  priorities,
  problemCategories,
  requestCategories,
  severities,
  statuses,
  TITLE_MOST,
} from './rules.ts'

const said = { title: line(1, TITLE_MOST), description: text(1, DESCRIPTION_MOST) }

/** Gathered by the browser itself; nothing else is allowed. */
export const BrowserInfo = z.strictObject({
  user_agent: line(0, 400),
  url: line(0, 2000),
  timestamp: Instant,
  viewport_size: z.string().regex(/^\d{1,5}x\d{1,5}$/, 'Enter width and height, such as 390x844.'),
  screen_size: z.string().regex(/^\d{1,5}x\d{1,5}$/, 'Enter width and height, such as 390x844.'),
})
export type BrowserInfo = z.infer<typeof BrowserInfo>

export const requestFeature = endpoint({
  name: 'feedback.request_feature',
  summary: 'Sends a wish to the vendor; ten an hour at most, reports of problems included.',
  method: 'POST',
  path: '/api/feedback/feature-requests',
  who: 'officer',
  input: z.strictObject({
    ...said,
    category: z.enum(requestCategories).default('general'),
    priority: z.enum(priorities).default('medium'),
  }),
  output: z.object({ id: Id }),
  errors: {},
})

export const reportProblem = endpoint({
  name: 'feedback.report_problem',
  summary: 'Reports a problem to the vendor, with what the browser says of itself.',
  method: 'POST',
  path: '/api/feedback/problem-reports',
  who: 'officer',
  input: z.strictObject({
    ...said,
    category: z.enum(problemCategories).default('bug'),
    severity: z.enum(severities).default('medium'),
    browser_info: BrowserInfo,
  }),
  output: z.object({ id: Id }),
  errors: {},
})

export const SentItem = z.object({
  id: Id,
  kind: z.enum(kinds),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** The priority of a feature request, or the severity of a problem. */
  weight: z.enum(severities),
  status: z.enum(statuses),
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** Others requested the same: it is handled together with theirs. */
  merged: z.boolean(),
  created_at: Instant,
})
export type SentItem = z.infer<typeof SentItem>

export const listSent = endpoint({
  name: 'feedback.sent',
  summary: "What one has sent oneself, newest first, with the vendor's answer.",
  method: 'GET',
  path: '/api/feedback/sent',
  who: 'officer',
  input: z.object({ after }),
  output: page(SentItem),
  errors: {},
  topics: ['feedback'],
})
