import { willBeNotified } from '#features/roster/officers/words.contact.ts'
import { counted } from '#platform/shared/text.ts'
import type { Audience } from './rules.ts'

export const audienceChoices: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone',
  unit: 'A unit',
  rank: 'A rank',
  shift: 'Officers on a shift',
}

/** `Everyone`, `Unit: Patrol`, `Rank: Sergeant`, `Shift: Parade`. */
export const audienceWords = (of: { audience: Audience; audience_name: string | null }): string => {
  if (of.audience === 'everyone' || of.audience_name === null) return 'Everyone'
  return `${{ unit: 'Unit', rank: 'Rank', shift: 'Shift' }[of.audience]}: ${of.audience_name}`
}

export const peopleWords = (people: number): string => counted(people, 'person', 'people')

/** What a choice of recipients means, before it is sent. */
export const reachWords = ({ people, without_account }: { people: number; without_account: number }): string => {
  if (people === 0) return 'No one would receive this.'
  const reach = `${willBeNotified(people, without_account, ['person', 'people'])}.`
  if (without_account === 0) return reach
  return `${reach} ${without_account.toLocaleString('en-US')} ${without_account === 1 ? 'has' : 'have'} no account yet.`
}

export const readWords = ({ people, read }: { people: number; read: number }): string =>
  `Read by ${read.toLocaleString('en-US')} of ${people.toLocaleString('en-US')}`
