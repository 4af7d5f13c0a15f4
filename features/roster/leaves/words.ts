import type { LeaveKind } from './rules.ts'

export const leaveKindWords: Readonly<Record<LeaveKind, string>> = {
  vacation: 'Vacation',
  sick: 'Sick',
  injury: 'Injury',
  military: 'Military',
  training: 'Training',
  other: 'Other',
}
