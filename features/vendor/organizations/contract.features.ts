import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { tiers } from '#platform/shared/plans.ts'
import { Id, line, page } from '#platform/shared/shapes.ts'
import { flagChoices, gatedFlags, listedStates } from './rules.ts'

const flag = z.enum(gatedFlags)
const perFlag = <T extends z.ZodType>(of: T) =>
  z.object(Object.fromEntries(gatedFlags.map((name) => [name, of])) as Record<(typeof gatedFlags)[number], T>)

export const FeatureRow = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  subscription_tier: z.enum(tiers),
  state: z.enum(listedStates),
  /** The override of the plan for each flag. */
  flags: perFlag(z.enum(flagChoices)),
  version: z.int(),
})
export type FeatureRow = z.infer<typeof FeatureRow>

export const listFeatures = endpoint({
  name: 'vendor_features.list',
  summary: 'The seven flags of every organization: what stands over the plan, and how many have each.',
  method: 'GET',
  path: '/api/vendor/features',
  who: 'super_admin',
  across: 'to see the features of all organizations',
  input: z.object({
    search: line(0, 100).default(''),
    tier: z.enum([...tiers, 'any']).default('any'),
    /** With `choice`: only that flag; by default, each of the seven. */
    flag: z.enum([...gatedFlags, 'any']).default('any'),
    choice: z.enum([...flagChoices, 'any']).default('any'),
    after: Id.optional(),
  }),
  output: page(FeatureRow).extend({
    /** Organizations in the list, without filters. */
    total: z.int(),
    counts: perFlag(z.object({ has: z.int(), on: z.int(), off: z.int() })),
  }),
  errors: {},
  topics: ['organizations'],
})
export type Flag = z.infer<typeof flag>
