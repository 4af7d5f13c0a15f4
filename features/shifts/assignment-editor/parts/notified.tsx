import { willBeNotified } from '#features/roster/officers/words.contact.ts'
import { useRead } from '#platform/web/reads.ts'
import { listPayCodes } from '../contract.pay-codes.ts'

/** `40 of 42 officers will be notified`: of publishing, as the server counts them; null until it is read. */
export const useNotified = (enabled = true): string | null => {
  const read = useRead(listPayCodes, {}, { enabled }).data
  return read ? willBeNotified(read.notified, read.without_account, ['officer', 'officers']) : null
}
