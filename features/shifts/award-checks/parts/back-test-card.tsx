import { useState } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { type BackTested, readBackTest } from '../contract.ts'
import { MOST_POSTS } from '../rules.back-test.ts'

const spans = ['30', '90', '180', '365'] as const
const kinds = ['all', ...assignmentKinds] as const
const FIRST = 12

const gini = (value: number) => value.toFixed(2)

const Spread = ({ of }: { of: BackTested }) => (
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
        ['Gini (0 even, 1 uneven)', gini(of.was.gini), gini(of.would.gini)],
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
)

const signed = (minutes: number) =>
  minutes === 0 ? 'unchanged' : minutes > 0 ? `+ ${duration(minutes)}` : `− ${duration(-minutes)}`

const Officers = ({ of }: { of: BackTested }) => {
  const [all, setAll] = useState(false)
  const shown = all ? of.officers : of.officers.slice(0, FIRST)
  return (
    <div>
      <h3 className="font-semibold">Changes by officer</h3>
      <ul className="figures mt-1 divide-y divide-line">
        {shown.map((one) => (
          <li
            key={one.officer_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-1.5 md:grid-cols-[minmax(0,1fr)_auto_7rem]"
          >
            <span>{one.name}</span>
            <span className="row-start-2 text-small text-faint md:row-start-auto">
              {duration(one.was)} before, {duration(one.would)} with this rule
            </span>
            <span className="row-span-2 text-right font-medium md:row-span-1">{signed(one.would - one.was)}</span>
          </li>
        ))}
      </ul>
      {of.officers.length > FIRST && (
        <Button size="small" look="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${of.officers.length}`}
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
        {of.changed} of {of.places} {of.places === 1 ? 'spot' : 'spots'} on {of.posts}{' '}
        {of.posts === 1 ? 'post' : 'posts'} would have gone to another officer.{' '}
        {of.posts >= MOST_POSTS && ' Only the latest awards are included.'}
      </p>
      <Spread of={of} />
      <Officers of={of} />
      <p className="text-small text-faint">
        Ranks past applicants again, one award after another. Admin assignments stay unchanged. Rest, hour limits, leave
        and certifications are not checked again, so a few results may differ. A different rule may also have attracted
        different applicants.
      </p>
    </div>
  )

/** Applies the newest version of a rule to recent days, before the rule is adopted. */
export const BackTestCard = ({ id }: { id: string }) => {
  const [days, setDays] = useState<(typeof spans)[number]>('90')
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const [asked, setAsked] = useState(false)
  const read = useRead(
    readBackTest,
    { id, days: Number(days), ...(kind === 'all' ? {} : { kind }) },
    { enabled: asked, keep: true },
  )
  return (
    <Card title="Back-test" hint="Re-run past awards with the newest version of this rule. Nothing changes.">
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
              aria-label="Assignment type"
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: value === 'all' ? 'All types' : kindWords[value] }))}
            />
          </div>
          {!asked && <Button onClick={() => setAsked(true)}>Compare</Button>}
        </div>
        {asked && read.error && !read.data && <ErrorState quiet error={read.error} retry={() => void read.refetch()} />}
        {asked && !read.data && !read.error && <ListSkeleton rows={4} />}
        {asked && read.data && <Found of={read.data} />}
      </div>
    </Card>
  )
}
