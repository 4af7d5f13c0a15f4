import type { BulkKind } from './rules.bulk.ts'

export const bulkWords: Readonly<
  Record<BulkKind, { menu: string; title: string; hint: string; verb: string; done: string }>
> = {
  unit: {
    menu: 'Set unit',
    title: 'Set unit',
    hint: 'Award rules and eligibility use the new unit right away.',
    verb: 'Change',
    done: 'moved',
  },
  rank: {
    menu: 'Set rank',
    title: 'Set rank',
    hint: 'Award rules and eligibility use the new rank right away.',
    verb: 'Change',
    done: 'updated',
  },
  suspend: {
    menu: 'Suspend',
    title: 'Suspend officers',
    hint: 'They lose access right away, and those on duty can’t check out: record their check-outs in Attendance. Their history stays.',
    verb: 'Suspend',
    done: 'suspended',
  },
  invite: {
    menu: 'Send invitation',
    title: 'Send invitations',
    hint: 'Each gets an email with a link to activate the account.',
    verb: 'Invite',
    done: 'invited',
  },
}
