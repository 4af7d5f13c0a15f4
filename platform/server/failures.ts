import pg from 'pg'
import type { Feature } from '#platform/shared/endpoint.ts'
import { requiredPlan } from '#platform/shared/plans.ts'
import { Refusal } from './route.ts'

/** SQLSTATEs that say "not now": connection trouble, shutdown, too many connections, timeouts, lock waits, deadlocks. */
const notNow = /^(08|53|57|55P03|40)/
/** Numbers, dates and texts that passed the contract and that no column takes. */
const notAValue = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'])

/** What `app.enter` raised. Of a feature that is not there it says the plan; which one is needed, the call says. */
const refusalOf = (error: pg.DatabaseError, feature: Feature | undefined): Refusal => {
  if (error.message !== 'feature_not_available' || !feature) return new Refusal(error.message)
  return new Refusal(error.message, { feature, current: error.detail, required: requiredPlan[feature] })
}

/** What an unexpected error is answered with: refusals raised by `app.enter`, trouble that passes, or one opaque answer. */
export const failureOf = (error: unknown, feature?: Feature): Refusal => {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    if (code.startsWith('WB')) return refusalOf(error, feature)
    if (notNow.test(code)) return new Refusal('busy')
    if (code === '42501') return new Refusal('not_allowed')
    if (notAValue.has(code))
      return new Refusal('invalid_input', undefined, [
        { field: 'body', message: 'Contains a value that cannot be used.' },
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
    const code = 'code' in error ? String(error.code) : ''
    if (
      network.has(code) ||
      /connection terminated|timeout exceeded|not queryable|Client was closed/i.test(error.message)
    ) {
      return new Refusal('busy')
    }
  }
  return new Refusal('internal')
}
