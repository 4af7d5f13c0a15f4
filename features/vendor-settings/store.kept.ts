import { type Database, enterSystem } from '#platform/server/db.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { factsInForce } from './rules.ts'
import { findVendorProfile } from './store.ts'

/** The poke that a change of the settings leaves, for every process. */
export const vendorTopic = 'vendor'

type Started = { legal_name: string | null; address: string | null; support_email: string | null }
type VendorNow = ReturnType<typeof factsInForce>

/** Who the vendor is, kept in the process for its public pages and letters: read at the start and again at each change. */
export const keepVendorFacts = async (database: Database, started: Started) => {
  const find = async (): Promise<VendorNow> => {
    const stored = await database.transaction([enterSystem(VENDOR_ID, 'job.read_vendor')], findVendorProfile)
    return stored ? factsInForce(stored, started) : started
  }
  let facts = await find()
  return {
    now: (): VendorNow => facts,
    renew: async (): Promise<void> => {
      facts = await find()
    },
  }
}
