import type { WorkRules } from '#features/eligibility/rules.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { tryWorkRules } from '../contract.ts'
import { ruleWords } from '../rules.form.ts'

type Tried = OutputOf<typeof tryWorkRules>
type One = Tried['rules'][number]

const officers = (n: number) => (n === 1 ? '1 officer' : `${n} officers`)

const sentence = (one: One, places: number, now: number): string => {
  if (one.refused === 0) return 'would refuse none of the places held.'
  const example = one.example
    ? `, ${one.example.name} on ${one.example.title}, ${dayAndClock(one.example.starts_at, one.example.zone, now)} among them`
    : ''
  return `would have refused ${one.refused} of ${places}, of ${officers(one.officers)}${example}.`
}

/** What each rule would refuse in the coming week, a plain sentence each. */
export const TriedRules = ({ tried, rules }: { tried: Tried; rules: WorkRules }) => {
  const now = useNow()
  if (tried.rules.length === 0) return <p>No rule is set: nobody is refused for rest or hours.</p>
  return (
    <div className="flex flex-col gap-3">
      <p>
        {tried.places === 0
          ? 'Nobody holds a place that begins in the coming 7 days, so there is nothing to try the rules on.'
          : `Tried on ${tried.more ? 'the first ' : ''}${tried.places} places held that begin in the coming 7 days, of ${officers(tried.officers)}:`}
      </p>
      <ul aria-label="What each rule would refuse" className="flex list-disc flex-col gap-2 pl-5">
        {tried.rules.map((one) => (
          <li key={one.rule}>
            <span className="font-medium">{ruleWords(rules, one.rule)}</span> {sentence(one, tried.places, now)}
          </li>
        ))}
      </ul>
      <Notice tone="info">The rules hold for places that are given from now on. Whoever has a place keeps it.</Notice>
    </div>
  )
}
