import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { type CopyLine, copyDays, previewCopy, undoCopy } from '#features/shifts/assignment-editor/contract.copies.ts'
import { counted } from '#platform/shared/text.ts'
import { isDate, plusDays, type WallDate } from '#platform/shared/time.ts'
import { startOfWeek } from '#platform/shared/wall.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { clock, dateValue } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Checkbox, RadioGroup } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetUrl } from '#platform/web/url.ts'
import type { Shown } from '../client.ts'
import { readSchedule, readScheduleMonth } from '../contract.ts'
import { dayWord, skipWords, spanWords } from '../words.ts'

const stale = [readSchedule, readScheduleMonth, previewCopy]
const shifts = (n: number) => counted(n, 'shift')

type PickProps = {
  label: string
  value: WallDate
  /** Weeks to choose from; a day is typed. */
  weeks: readonly { value: WallDate; label: string }[] | null
  error: string | undefined
  onChange: (date: WallDate) => void
}

const PickDays = ({ label, value, weeks, error, onChange }: PickProps) => (
  <Field label={label} error={error} className="flex-1">
    {(control) =>
      weeks ? (
        <Select {...control} value={value} onChange={onChange} options={weeks} />
      ) : (
        <DateInput {...control} value={value} onChange={(event) => onChange(event.target.value)} />
      )
    }
  </Field>
)

const Line = ({ one, zone, again }: { one: CopyLine; zone: string; again: boolean }) => {
  const skipped = one.skipped && !(again && one.skipped === 'already_there') ? skipWords[one.skipped] : null
  const note =
    one.clock_note === 'moved'
      ? 'moved by the clock change'
      : one.clock_note
        ? 'time occurs twice, earlier one used'
        : null
  return (
    <li className={cx('flex items-baseline justify-between gap-4 py-1.5', skipped && 'text-faint')}>
      <span className="min-w-0">
        {one.title}
        <span className="figures block text-small text-soft">
          {dayWord(dateValue(one.starts_at, zone))}, {clock(one.starts_at, zone)}–{clock(one.ends_at, zone)}
          {note && ` · ${note}`}
        </span>
      </span>
      <span className="figures shrink-0 text-small">
        {skipped ? `Skipped: ${skipped}` : `${one.spots} ${one.spots === 1 ? 'spot' : 'spots'}`}
      </span>
    </li>
  )
}

const Preview = ({ items, zone, again }: { items: readonly CopyLine[]; zone: string; again: boolean }) => (
  <ul
    aria-label="Preview"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keyboard
    tabIndex={0}
    className="max-h-64 divide-y divide-line overflow-y-auto border-y border-line"
  >
    {items.map((one) => (
      <Line key={one.source_id} {...{ one, zone, again }} />
    ))}
  </ul>
)

/** Sends the copy, shows the target, and offers Undo. */
const useCopying = () => {
  const copying = useWrite(copyDays, { invalidates: stale })
  const undoing = useWrite(undoCopy, { invalidates: stale })
  const setUrl = useSetUrl()
  const undo = (id: string) =>
    void undoing.run({ id }).then(
      ({ removed }) => toast.success('Copy undone.', `${shifts(removed)} removed.`),
      (error: unknown) => toast.failure(error),
    )
  return async (input: Parameters<typeof copying.run>[0]) => {
    const { id, made, skipped } = await copying.run(input)
    setUrl({ day: input.target, week: null })
    toast.success(
      `${shifts(made)} ${input.publish === 'now' ? 'published' : 'copied as drafts'}.`,
      skipped > 0 ? `${shifts(skipped)} skipped.` : '',
      { duration: 30_000, action: { label: 'Undo', onClick: () => undo(id), stays: true } },
    )
  }
}

const weekOf = (zone: string, date: WallDate) => startOfWeek(zone, date).date
const weekLabel = (from: WallDate) => spanWords(from, plusDays(from, 6))

/** Last week into the week on screen, or the same weekday a week before into the day; never into the past. */
const useSpan = (shown: Shown) => {
  const week = shown.view === 'week'
  const { zone, today } = shown
  const thisWeek = weekOf(zone, today)
  const first = week
    ? weekOf(zone, shown.date) < thisWeek
      ? plusDays(thisWeek, 7)
      : weekOf(zone, shown.date)
    : ([shown.date, today].toSorted().at(-1) ?? today)
  const [target, setTarget] = useState<WallDate>(first)
  const [source, setSource] = useState<WallDate>(plusDays(first, -7))
  const into = week
    ? Array.from({ length: 9 }, (_, n) => plusDays(thisWeek, n * 7)).map((value) => ({
        value,
        label: value === thisWeek ? `This week (${weekLabel(value)})` : weekLabel(value),
      }))
    : null
  const from = week
    ? Array.from({ length: 8 }, (_, n) => plusDays(target, -7 * (n + 1))).map((value, n) => ({
        value,
        label: n === 0 ? `The week before (${weekLabel(value)})` : weekLabel(value),
      }))
    : null
  return {
    days: week ? 7 : 1,
    source,
    target,
    from,
    into:
      into && !into.some(({ value }) => value === target)
        ? [...into, { value: target, label: weekLabel(target) }]
        : into,
    setSource,
    setTarget: (next: WallDate) => {
      setTarget(next)
      if (week && isDate(next)) setSource(plusDays(next, -7))
    },
  }
}

const CopyAs = ({ value, onChange }: { value: 'draft' | 'now'; onChange: (next: 'draft' | 'now') => void }) => (
  <RadioGroup
    aria-label="Copy as"
    value={value}
    onChange={onChange}
    options={[
      { value: 'draft', label: 'As drafts', hint: "No one is notified. Publish them when they're ready." },
      { value: 'now', label: 'Published', hint: 'Officers get one notification for all shifts.' },
    ]}
  />
)

const whyNot = (right: boolean, waits: boolean, count: number): string | null => {
  if (!right) return null
  if (waits) return 'Loading…'
  return count === 0 ? 'Nothing to copy.' : null
}

const wrongDays = (source: WallDate, target: WallDate) => ({
  source: isDate(source) ? undefined : 'Choose a date.',
  target: !isDate(target) ? 'Choose a date.' : source === target ? 'Choose two different dates.' : undefined,
})

const useCopyForm = (shown: Shown) => {
  const span = useSpan(shown)
  const { days, source, target } = span
  const [publish, setPublish] = useState<'draft' | 'now'>('draft')
  const [again, setAgain] = useState(false)
  const right = isDate(source) && isDate(target) && source !== target
  const read = useRead(previewCopy, { source, target, days }, { enabled: right, keep: true })
  const items = right ? (read.data?.items ?? []) : []
  const there = items.filter((one) => one.skipped === 'already_there').length
  const count = items.filter((one) => one.skipped === null || (again && one.skipped === 'already_there')).length
  const why = whyNot(right, read.isPending || read.isPlaceholderData, count)
  const form = useStateForm({ source, target, days, publish, doubles: again }, why, {
    check: () => wrongDays(source, target),
    refusals: { fields: ['source', 'target'] },
  })
  return { form, span, publish, setPublish, again, setAgain, right, read, items, there, count, why }
}

const Copying = ({ shown, onClose }: { shown: Shown; onClose: () => void }) => {
  const state = useCopyForm(shown)
  const { form, span, publish, again, right, read, items, there, count, why } = state
  const copy = useCopying()
  return (
    <FormDialog
      form={form}
      size="wide"
      title={span.days === 7 ? 'Copy week' : 'Copy day'}
      description="Shifts, posts, spots, requirements and notes are copied. Sign-ups aren't."
      action={count === 0 ? 'Copy' : `${publish === 'now' ? 'Publish' : 'Copy'} ${shifts(count)}`}
      why={why}
      back="Cancel"
      onSubmit={copy}
      onClose={() => onClose()}
    >
      <div className="flex flex-wrap gap-4">
        <PickDays
          label="From"
          value={span.source}
          weeks={span.from}
          error={form.wrong.source}
          onChange={span.setSource}
        />
        <PickDays
          label="Into"
          value={span.target}
          weeks={span.into}
          error={form.wrong.target}
          onChange={span.setTarget}
        />
      </div>
      <CopyAs value={publish} onChange={state.setPublish} />
      {there > 0 && (
        <Notice tone="warn" title={`${shifts(there)} ${there === 1 ? 'is' : 'are'} already there`}>
          <Checkbox checked={again} onChange={state.setAgain} label="Copy them again" />
        </Notice>
      )}
      {read.isPending && right && <ListSkeleton rows={4} />}
      {read.error && <ErrorState quiet error={read.error} retry={() => void read.refetch()} />}
      {read.data?.more && (
        <Notice tone="warn">You can copy at most 1,000 shifts at once. Copy one day at a time.</Notice>
      )}
      {right && read.data && items.length === 0 && (
        <EmptyState quiet title="No shifts to copy" text="Choose another week or day as the source." />
      )}
      {items.length > 0 && <Preview items={items} zone={shown.zone} again={again} />}
    </FormDialog>
  )
}

/** Beside the title of a week or a day. */
export const CopyDays = ({ shown, phone }: { shown: Shown; phone: boolean }) => {
  const [open, setOpen] = useState(false)
  const words = shown.view === 'week' ? 'Copy week' : 'Copy day'
  const button = { icon: <Copy aria-hidden />, onClick: () => setOpen(true) }
  return (
    <Needs call={copyDays}>
      {phone ? (
        <IconButton {...button} label={words} className="border border-line-strong/60 bg-raised" />
      ) : (
        <Button {...button}>{words}</Button>
      )}
      {open && <Copying key={shown.date} shown={shown} onClose={() => setOpen(false)} />}
    </Needs>
  )
}
