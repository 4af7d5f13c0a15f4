import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { tryWorkRules } from '../contract.work-rules.ts'
import type { WorkRules } from '../rules.ts'
import { ruleWords } from '../words.work-rules-form.ts'

type Tried = OutputOf<typeof tryWorkRules>
type One = Tried['rules'][number]

const officers = (n: number) => (n === 1 ? '1 officer' : `${n} officers`)

const sentence = (one: One, places: number, now: number): string => {
  if (one.refused === 0) return "wouldn't have blocked any of these sign-ups."
  const example = one.example
    ? `, including ${one.example.name} on ${one.example.title}, ${dayAndClock(one.example.starts_at, one.example.zone, now)}`
    : ''
  return `would have blocked ${one.refused} of ${places} sign-ups (${officers(one.officers)})${example}.`
}

/** What each rule would refuse in the coming week, one plain sentence per rule. */
export const TriedRules = ({ tried, rules }: { tried: Tried; rules: WorkRules }) => {
  const now = useNow()
  if (tried.rules.length === 0) return <p>No limits set: no sign-ups are blocked.</p>
  return (
    <div className="flex flex-col gap-3">
      <p>
        {tried.places === 0
          ? 'There are no sign-ups in the next 7 days to test the rules on.'
          : `Tested on ${tried.more ? 'the first ' : ''}${tried.places} sign-ups in the next 7 days by ${officers(tried.officers)}:`}
      </p>
      <ul aria-label="Effect of each rule" className="flex list-disc flex-col gap-2 pl-5">
        {tried.rules.map((one) => (
          <li key={one.rule}>
            <span className="font-medium">{ruleWords(rules, one.rule)}</span> {sentence(one, tried.places, now)}
          </li>
        ))}
      </ul>
      <Notice tone="info">The rules apply to new sign-ups. Confirmed officers keep their shifts.</Notice>
    </div>
  )
}
