import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** Throws if a response does not fit its schema or has a field the schema does not declare. */
export const checkOutput = (endpoint: Endpoint, json: string): void => {
  const seen: unknown = JSON.parse(json)
  const kept = endpoint.output.safeParse(seen)
  if (!kept.success) throw new Error(`${endpoint.name} answered against its schema: ${kept.error.message}`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(kept.data)), seen)) {
    throw new Error(`${endpoint.name} answered with fields that its schema does not declare: ${json.slice(0, 500)}`)
  }
}
