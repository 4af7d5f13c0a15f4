import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listRules, type Rule } from '../contract.ts'
import type { AwardRule } from '../rules.ts'
import { methodWords, ruleSentences } from '../words.ts'
import { NewSentence, RemovedSentence } from './rule-in-words.tsx'
import { RuleUses } from './rule-uses.tsx'

const wordsOf = (rule: AwardRule): string[] => [methodWords[rule.method], ...ruleSentences(rule)]

/** What one version of a rule says differently than the one before. */
export const ChangedWords = ({ from, to }: { from: AwardRule; to: AwardRule }) => {
  const [before, after] = [wordsOf(from), wordsOf(to)]
  return (
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-soft">
      {before
        .filter((sentence) => !after.includes(sentence))
        .map((sentence) => (
          <li key={sentence}>
            <RemovedSentence>{sentence}</RemovedSentence>
          </li>
        ))}
      {after
        .filter((sentence) => !before.includes(sentence))
        .map((sentence) => (
          <li key={sentence}>
            <NewSentence>{sentence}</NewSentence>
          </li>
        ))}
    </ul>
  )
}

const Version = ({
  of,
  before,
  zone,
}: {
  of: Rule['versions'][number]
  before: AwardRule | undefined
  zone: string
}) => (
  <li>
    <p className="figures">
      <span className="font-medium">Version {of.version}</span>, from {day(of.effective_from, zone)}
      {of.created_by_name && <span className="text-faint"> · {of.created_by_name}</span>}
    </p>
    {of.note && <p className="wrap-anywhere">{of.note}</p>}
    {before && <ChangedWords from={before} to={of.body} />}
  </li>
)

const Versions = ({ name }: { name: string }) => {
  const { time_zone: zone } = useOrganization()
  const read = useRead(listRules, {})
  if (!read.data)
    return read.error ? (
      <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
    ) : (
      <ListSkeleton rows={2} />
    )
  const { versions = [], changes = [] } = read.data.rules.find((one) => one.name === name) ?? {}
  return (
    <div className="mt-1 flex flex-col gap-3 border-l-2 border-line pl-3">
      <ol aria-label="Versions of this rule" className="flex flex-col gap-3">
        {versions.map((one, at) => (
          <Version key={one.id} of={one} before={versions[at + 1]?.body} zone={zone} />
        ))}
      </ol>
      <RuleUses changes={changes} />
    </div>
  )
}

/** For officers: when, why and by whom a rule was changed, and what it said before. Read on demand. */
export const RuleChanges = ({ name }: { name: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <span className="-ml-3">
        <Button size="small" look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          How this rule changed
        </Button>
      </span>
      {open && <Versions name={name} />}
    </div>
  )
}
