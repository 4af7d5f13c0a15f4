import type { Kind } from '#features/department/feedback/rules.ts'
import { statusWords } from '#features/department/feedback/words.ts'
import type { Status } from './rules.feedback.ts'

/** Same words as the sender sees, except for pending requests. */
export const workWords: Readonly<Record<Status, string>> = { ...statusWords, pending: 'Pending' }

export const votesWords = (votes: number): string =>
  `${votes.toLocaleString('en-US')} ${votes === 1 ? 'person' : 'people'}`

const nounOf: Readonly<Record<Kind, string>> = { feature_request: 'feature request', problem_report: 'problem report' }

type About = { kind: Kind; title: string }

/** The sender's bell text: quotes only the sender's own words and the vendor's, never another department's. */
export const changedWords = (it: About, to: { status: Status; answer: string | null }) => ({
  title: `Your ${nounOf[it.kind]}: ${statusWords[to.status]}`,
  message: `${it.title}${to.answer ? `\nThe vendor answered: ${to.answer}` : ''}`.slice(0, 1000),
})

export const mergedWords = (it: About, to: { status: Status; answer: string | null }) => ({
  title: `Your ${nounOf[it.kind]} was merged with others`,
  message:
    `${it.title}\nOthers asked for the same thing, so the requests were merged. Status: ${statusWords[to.status]}.${
      to.answer ? ` The vendor answered: ${to.answer}` : ''
    }`.slice(0, 1000),
})

export const unmergedWords = (it: About) => ({
  title: `Your ${nounOf[it.kind]} is separate again`,
  message: `${it.title}\nIt was merged by mistake and is now handled separately.`,
})
