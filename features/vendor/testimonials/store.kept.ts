import { type Database, enterSystem } from '#platform/server/db.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { shownTestimonials, type Testimonial } from './rules.ts'
import { findShown } from './store.ts'

/** The landing page's quotes, cached in the process; loaded at startup and on each change. */
export const keepTestimonials = async (database: Database) => {
  const find = async () =>
    shownTestimonials(await database.transaction([enterSystem(VENDOR_ID, 'job.read_testimonials')], findShown))
  let shown: readonly Testimonial[] = await find()
  return {
    now: (): readonly Testimonial[] => shown,
    renew: async (): Promise<void> => {
      shown = await find()
    },
  }
}
