import pg from 'pg'
import type { Feature } from '#platform/shared/endpoint.ts'
import { requiredPlan } from '#platform/shared/plans.ts'
import { Refusal, refuseFeature } from './route.ts'
import { troubleOf } from './trouble.ts'

/** Numbers, dates and texts that pass the contract but fit no column. */
const notAValue = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

/** A refusal raised by `app.enter`. For a missing feature it names the current plan; the call knows the required one. */
const refusalOf = (error: pg.DatabaseError, feature: Feature | undefined): Refusal => {
  if (error.message === 'trial_expired')
    return new Refusal(error.message, { current: 'trial', required: feature ? requiredPlan[feature] : 'basic' })
  if (error.message !== 'feature_not_available' || !feature) return new Refusal(error.message)
  return refuseFeature(feature, error.detail)
}

/** The response to an unexpected error: a refusal raised by `app.enter`, temporary trouble, or an opaque error. */
export const failureOf = (error: unknown, feature?: Feature): Refusal => {
  const trouble = troubleOf(error)
  if (trouble) return new Refusal(trouble === 'storage_full' || trouble === 'read_only' ? trouble : 'busy')
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    if (code.startsWith('WB')) return refusalOf(error, feature)
    if (code === '42501') return new Refusal('not_allowed')
    if (notAValue.has(code))
      return new Refusal('invalid_input', undefined, [
        { field: 'body', message: "Contains a value that can't be used." },
      ])
    return new Refusal('internal')
  }
  if (error instanceof Error) {
    const status = 'statusCode' in error ? error.statusCode : undefined
    if (status === 413) return new Refusal('too_large')
    if (status === 415) return new Refusal('wrong_type')
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return new Refusal('invalid_input', undefined, [{ field: 'body', message: error.message }])
    }
  }
  return new Refusal('internal')
}
