import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Instant, Version } from '#platform/shared/shapes.ts'
import { workRulesShape as shape, WorkRulesShape } from './contract.ts'

export const getWorkRules = endpoint({
  name: 'work_rules.get',
  summary: "The department's rest and hour rules. Version 0 if none are set.",
  method: 'GET',
  path: '/api/work-rules',
  who: 'officer',
  input: z.object({}),
  output: WorkRulesShape.extend({
    version: z.int(),
    updated_at: Instant.nullable(),
    updated_by: z.string().nullable(),
  }),
  errors: {},
  topics: ['work_rules'],
})

export const saveWorkRules = endpoint({
  name: 'work_rules.save',
  summary: 'Sets the rest and hour rules for sign-ups and assignments from now on.',
  method: 'PATCH',
  path: '/api/work-rules',
  who: 'admin',
  input: z.strictObject({ ...shape, version: z.int().min(0).max(2_147_483_647) }),
  output: z.object({ version: Version }),
  errors: {},
})

export const tryWorkRules = endpoint({
  name: 'work_rules.try',
  summary: 'Which sign-ups each rule would block in the coming week. Saves nothing.',
  method: 'POST',
  path: '/api/work-rules/try',
  who: 'admin',
  input: z.strictObject(shape),
  output: z.object({
    /** Spots held that begin in the coming 7 days, and officers. */
    places: z.int(),
    officers: z.int(),
    /** There are more than the 2,000 that are checked. */
    more: z.boolean(),
    rules: z.array(
      z.object({
        /** `rest`, `windows.0`, `caps.1`: the path of the rule. */
        rule: z.string(),
        refused: z.int(),
        officers: z.int(),
        example: z.object({ name: z.string(), title: z.string(), starts_at: Instant, zone: z.string() }).nullable(),
      }),
    ),
  }),
  errors: {},
})
