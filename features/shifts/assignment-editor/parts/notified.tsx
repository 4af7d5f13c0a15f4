import { useRead } from '#platform/web/reads.ts'
import { listPayCodes } from '../contract.pay-codes.ts'

/** `42 officers will be notified`: of publishing, as the server counts them; null until it is read. */
export const useNotified = (enabled = true): string | null => {
  const count = useRead(listPayCodes, {}, { enabled }).data?.notified
  if (count === undefined) return null
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'officer' : 'officers'} will be notified`
}
