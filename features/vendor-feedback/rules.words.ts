import type { Kind } from '#features/feedback/rules.ts'
import { statusWords } from '#features/feedback/rules.words.ts'
import type { Status } from './rules.ts'

/** For the staff: what the sender reads as sent waits here. */
export const workWords: Readonly<Record<Status, string>> = { ...statusWords, pending: 'Waiting' }

export const votesWords = (votes: number): string =>
  `${votes.toLocaleString('en-US')} ${votes === 1 ? 'person' : 'people'}`

const nounOf: Readonly<Record<Kind, string>> = { feature_request: 'feature request', problem_report: 'problem report' }

type About = { kind: Kind; title: string }

/** What the sender reads in the bell: of the own words and the vendor's, never of another department's. */
export const changedWords = (it: About, to: { status: Status; answer: string | null }) => ({
  title: `Your ${nounOf[it.kind]}: ${statusWords[to.status]}`,
  message: `${it.title}${to.answer ? `\nThe vendor answered: ${to.answer}` : ''}`.slice(0, 1000),
})

export const mergedWords = (it: About, to: { status: Status; answer: string | null }) => ({
  title: `Your ${nounOf[it.kind]} was put together with others`,
  message: `${it.title}\nOthers ask for the same, so it is worked as one now: ${statusWords[to.status]}.${
    to.answer ? ` The vendor answered: ${to.answer}` : ''
  }`.slice(0, 1000),
})

export const unmergedWords = (it: About) => ({
  title: `Your ${nounOf[it.kind]} stands by itself again`,
  message: `${it.title}\nIt had been put together with others by mistake. It is worked by itself from now on.`,
})
