import type { Told } from '#features/notifications/store.ts'

type Facts = { by_name: string; reason: string; may_write: boolean; until: string }

/** What the department's admins read the moment that somebody of the vendor looks inside. */
export const writeVisitNotice = ({ by_name, reason, may_write, until }: Facts): Told => ({
  type: 'support_access',
  officer_id: null,
  assignment_id: null,
  title: may_write ? 'Vendor support may change things here' : 'Vendor support looks inside',
  message: `${by_name}, until ${until} at the latest${may_write ? '' : ', reading only'}: ${reason}`,
})
