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
    hint: 'They lose access right away. Their history is kept.',
    verb: 'Suspend',
    done: 'suspended',
  },
  invite: {
    menu: 'Send invitation',
    title: 'Send invitations',
    hint: 'Each officer gets an email with a link to activate their account.',
    verb: 'Invite',
    done: 'invited',
  },
}

const NAMED = 5
/** Who of those to be suspended is on duty: `On duty: Ana Reyes, Ben Cole. …`; null where nobody is. */
export const onDutyWords = (names: readonly string[]): string | null => {
  if (names.length === 0) return null
  const rest = names.length - NAMED
  const named = names.slice(0, NAMED).join(', ') + (rest > 0 ? `, and ${rest.toLocaleString('en-US')} more` : '')
  return `On duty: ${named}. Without access, they can't check out. Record each check-out in Attendance.`
}
