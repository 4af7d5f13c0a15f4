import { type Database, enterSystem } from '#platform/server/db.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { factsInForce } from './rules.ts'
import { findVendorProfile } from './store.ts'

/** The poke sent to every process when the settings change. */
export const vendorTopic = 'vendor'

type Started = { legal_name: string | null; address: string | null; support_email: string | null }
type VendorNow = ReturnType<typeof factsInForce>

/** The vendor's details, cached in the process for public pages and letters; loaded at startup and on each change. */
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
