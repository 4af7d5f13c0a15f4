import type { Told } from '#features/department/notifications/store.ts'

type Facts = { by_name: string; reason: string; may_write: boolean; until: string }

/** Sent to the department's admins as soon as vendor staff start support access. */
export const writeVisitNotice = ({ by_name, reason, may_write, until }: Facts): Told => ({
  type: 'support_access',
  officer_id: null,
  assignment_id: null,
  title: may_write ? 'Vendor support has write access' : 'Vendor support is viewing your department',
  message: `${by_name} has ${may_write ? 'write' : 'read-only'} access. It ends by ${until}. Reason: ${reason}`,
})
