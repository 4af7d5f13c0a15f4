import { useState } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { type AwardRule, problemsOf } from '#features/shifts/award-rules/rules.ts'
import { evennessHint, evennessWords } from '#features/shifts/award-rules/words.evenness.ts'
import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { type BackTested, isLong, longDraft, readBackTest } from '../contract.ts'
import { MOST_POSTS } from '../rules.back-test.ts'

const spans = ['30', '90', '180', '365'] as const
const kinds = ['all', ...assignmentKinds] as const
const FIRST = 12

const Spread = ({ of }: { of: BackTested }) => (
  <>
    <table className="figures w-full max-w-xl text-left">
      <thead>
        <tr className="border-b border-line text-small text-faint">
          <th className="py-1.5 pr-3 font-normal">Hours per officer</th>
          <th className="py-1.5 pr-3 font-normal">Actual</th>
          <th className="py-1.5 font-normal">With this rule</th>
        </tr>
      </thead>
      <tbody>
        {[
          ['Most', duration(of.was.most), duration(of.would.most)],
          ['Least', duration(of.was.least), duration(of.would.least)],
          ['Spread', duration(of.was.most - of.was.least), duration(of.would.most - of.would.least)],
          ['Evenness', evennessWords(of.was.gini), evennessWords(of.would.gini)],
        ].map(([label, was, would]) => (
          <tr key={label} className="border-b border-line">
            <th scope="row" className="py-1.5 pr-3 font-normal text-soft">
              {label}
            </th>
            <td className="py-1.5 pr-3">{was}</td>
            <td className="py-1.5 font-medium">{would}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="-mt-2 text-small text-faint">Evenness: {evennessHint}</p>
  </>
)

const signed = (minutes: number) => (minutes > 0 ? `+ ${duration(minutes)}` : `− ${duration(-minutes)}`)

const Officers = ({ of }: { of: BackTested }) => {
  const [all, setAll] = useState(false)
  const changed = of.officers.filter((one) => one.would !== one.was)
  const shown = all ? changed : changed.slice(0, FIRST)
  if (changed.length === 0) return <p>No officer's hours would have changed.</p>
  return (
    <div className="@container">
      <h3 className="font-semibold">Changes by officer</h3>
      <ul className="figures mt-1 divide-y divide-line">
        {shown.map((one) => (
          <li
            key={one.officer_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-1.5 @2xl:grid-cols-[minmax(0,1fr)_auto_7rem]"
          >
            <span>{one.name}</span>
            <span className="row-start-2 text-small text-faint @2xl:row-start-auto">
              {duration(one.was)} before, {duration(one.would)} with this rule
            </span>
            <span className="row-span-2 text-right font-medium @2xl:row-span-1">{signed(one.would - one.was)}</span>
          </li>
        ))}
      </ul>
      {changed.length > FIRST && (
        <Button size="small" look="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${changed.length}`}
        </Button>
      )}
    </div>
  )
}

const Found = ({ of }: { of: BackTested }) =>
  of.places === 0 ? (
    <EmptyState quiet title="Nothing to compare" text="No applicants were awarded shifts in this period." />
  ) : (
    <div className="flex flex-col gap-4">
      <p>
        {of.changed} of {of.places} {of.places === 1 ? 'spot' : 'spots'} in {of.posts}{' '}
        {of.posts === 1 ? 'post' : 'posts'} would have gone to another officer.{' '}
        {of.posts >= MOST_POSTS && ' Only the latest awards are included.'}
      </p>
      <Spread of={of} />
      <Officers of={of} />
      <p className="text-small text-faint">
        Ranks past applicants again, one award after another. Officers an admin assigned keep their spots. Rest, hour
        limits, leave and certifications aren't checked again, so a few results may differ. A different rule may also
        have attracted different applicants.
      </p>
    </div>
  )

/** A rule to compare, whether it is still the one that was compared, and what keeps it from being compared. */
const useCompared = (draft: AwardRule | undefined) => {
  const text = draft && JSON.stringify(draft)
  const [pressed, setPressed] = useState<string | undefined>()
  const [asked, setAsked] = useState<{ draft: string | undefined } | null>(null)
  const [problem] = draft ? problemsOf(draft) : []
  const why = text && isLong(text) ? longDraft : (problem?.message ?? null)
  const ask = () => {
    setPressed(text)
    if (why === null) setAsked({ draft: text })
  }
  const wrong = draft && pressed === text ? why : null
  return { asked, stale: asked !== null && asked.draft !== text, ask, wrong }
}

/** Applies a rule to recent days before it is adopted: its newest version, or a draft before it is saved. */
export const BackTestCard = ({ id, draft }: { id: string; draft?: AwardRule }) => {
  const [days, setDays] = useState<(typeof spans)[number]>('90')
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const { asked, stale, ask, wrong } = useCompared(draft)
  const read = useRead(
    readBackTest,
    {
      id,
      days: Number(days),
      ...(kind !== 'all' && { kind }),
      ...(asked?.draft && { draft: asked.draft }),
    },
    { enabled: asked !== null, keep: true },
  )
  const what = draft ? 'this draft, before you save it' : 'the newest version of this rule'
  return (
    <Card title="Back-test" hint={`Re-run past awards with ${what}. Nothing changes.`}>
      <div className="flex flex-col gap-4">
        <div className="no-print flex flex-wrap items-end gap-2">
          <div className="w-44">
            <Select
              aria-label="Period"
              value={days}
              onChange={setDays}
              options={spans.map((value) => ({ value, label: `Last ${value} days` }))}
            />
          </div>
          <div className="w-44">
            <Select
              aria-label="Shift type"
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: value === 'all' ? 'All types' : kindWords[value] }))}
            />
          </div>
          {(!asked || stale) && (
            <Button busy={read.isFetching} onClick={ask}>
              {asked ? 'Compare again' : 'Compare'}
            </Button>
          )}
        </div>
        {wrong && <FieldError>{wrong}</FieldError>}
        {stale && read.data && <p className="text-warn">The draft has changed since this comparison.</p>}
        {asked && read.error && !read.data && <ErrorState quiet error={read.error} retry={() => void read.refetch()} />}
        {asked && !read.data && !read.error && <ListSkeleton rows={4} />}
        {asked && read.data && <Found of={read.data} />}
      </div>
    </Card>
  )
}
