import { useState } from 'react'
import { ContactLine } from '#features/roster/officers/parts/contact-line.tsx'
import { reasonLines, reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { askFit, listOpenSpots } from '#features/shifts/replacements/contract.ts'
import { standingOf } from '#features/shifts/replacements/rules.ts'
import { counted } from '#platform/shared/text.ts'
import { isDate, type WallDate } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day } from '#platform/web/time.ts'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { DateInput, Textarea } from '#platform/web/ui/input.tsx'
import type { OfficerMove } from '../client.moves.ts'
import type { Act } from '../client.rows.ts'
import type { ScheduledShift } from '../contract.ts'
import { dayWord } from '../words.ts'

/** How many of them have an account isn't known before the move; the toast after it says who was notified. */
const heldWords = ({ confirmed }: Act) =>
  confirmed === 0
    ? 'No confirmed officers yet.'
    : `${counted(confirmed, 'officer')} ${confirmed === 1 ? 'is' : 'are'} confirmed. Officers with an account will be notified.`

type MoveShiftProps = {
  act: Act
  today: WallDate
  /** The day it was dropped on. */
  to: WallDate | null
  /** Throws if it was refused. */
  onMove: (to: WallDate) => Promise<unknown>
  onClose: () => void
}

/** To which day; local times stay. */
export const MoveShift = ({ act, today, to, onMove, onClose }: MoveShiftProps) => {
  const { time_zone: zone } = useOrganization()
  const [date, setDate] = useState<string>(to ?? '')
  const problem = !isDate(date)
    ? 'Choose a date.'
    : date === act.day
      ? 'The shift is already on this day.'
      : date < today
        ? 'That day has passed.'
        : undefined
  const form = useStateForm(date, null, { check: () => ({ date: problem }) })
  return (
    <FormDialog
      form={form}
      title={to ? `Move ${act.title} to ${dayWord(to)}?` : `Move ${act.title}`}
      description={`${dayWord(act.day)}, ${clock(act.starts_at, zone)}–${clock(act.ends_at, zone)}. Times stay the same. ${heldWords(act)}`}
      action="Move shift"
      back="Cancel"
      onSubmit={onMove}
      onClose={() => onClose()}
    >
      <Field label="New date" error={form.wrong.date}>
        {(control) => (
          <DateInput {...control} value={date} min={today} onChange={(event) => setDate(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}

type MoveOfficerProps = {
  act: Act
  shifts: readonly ScheduledShift[]
  onMove: (move: OfficerMove, override_reason?: string) => Promise<void>
  onClose: () => void
}

const useFit = (act: Act, assignment_id: string | null) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const fit = useRead(
    askFit,
    { assignment_id: assignment_id ?? '', officer_id: act.signup?.officer_id ?? '', leaving: act.signup?.id },
    { enabled: assignment_id !== null },
  )
  // How the officer can be reached stays on screen while another shift is asked about.
  const [contact, setContact] = useState(fit.data)
  if (fit.data && fit.data !== contact) setContact(fit.data)
  const reasons = fit.data?.reasons ?? []
  const hard = reasons.find((one) => !one.overridable)
  return {
    waits: assignment_id !== null && fit.isPending,
    standing: standingOf({ reasons }),
    words: reasonLines(reasons, zone, now),
    why: hard ? reasonWords(hard, zone, now) : null,
    contact,
  }
}

type ReasonProps = { reason: string; error: string | undefined; onChange: (reason: string) => void }

const ExceptionReason = ({ reason, error, onChange }: ReasonProps) => (
  <Field label="Reason for the exception" hint="Kept with the decision." error={error}>
    {(control) => (
      <Textarea
        {...control}
        rows={2}
        value={reason}
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

/** Shifts of the days shown with spots to assign, except this one. */
const useOpen = (shifts: readonly ScheduledShift[], act: Act) => {
  const now = useNow()
  const others = shifts.filter(
    (one) =>
      one.id !== act.assignment_id &&
      one.confirmed < one.required &&
      Date.parse(one.ends_at) > now &&
      !['draft', 'cancelled', 'closed', 'completed'].includes(one.phase),
  )
  const starts = others.map((one) => one.starts_at).toSorted()
  const [from = act.starts_at, to = starts.at(-1) ?? act.starts_at] = starts.slice(0, 1)
  const spots = useRead(listOpenSpots, { from, to }, { enabled: others.length > 0 })
  const open = new Map(spots.data?.items.map((one) => [one.assignment_id, one.open]))
  const found = others.map((one) => ({ ...one, open: open.get(one.id) ?? 0 })).filter((one) => one.open > 0)
  return { open: found, counting: others.length > 0 && spots.isPending }
}

/** The chosen shift, what the server says about it, and the reason that an exception needs. */
const useMoving = ({ act, shifts }: MoveOfficerProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const fit = useFit(act, chosen)
  const { open, counting } = useOpen(shifts, act)
  const asks = chosen !== null && fit.standing === 1
  const why = chosen === null ? null : fit.waits ? 'Checking eligibility…' : fit.why
  const form = useStateForm({ chosen, reason: asks ? reason.trim() : '' }, why, {
    check: () => ({
      shift: open.some((one) => one.id === chosen) ? undefined : 'Choose a shift with an open spot.',
      override_reason: asks && reason.trim().length < 3 ? 'Enter a reason.' : undefined,
    }),
    refusals: { fields: ['override_reason'] },
    typed: reason.trim() !== '' || chosen !== null,
  })
  return { form, chosen, setChosen, reason, setReason, fit, open, counting, asks, why }
}

/** To which shift of the days shown; the server's answer comes with the choice. */
export const MoveOfficer = (props: MoveOfficerProps) => {
  const { act, onMove, onClose } = props
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const { form, chosen, setChosen, reason, setReason, fit, open, counting, asks, why } = useMoving(props)
  const name = act.signup?.name ?? ''
  const target = open.find((one) => one.id === chosen)
  const { contact } = fit
  const when = (one: ScheduledShift) =>
    `${day(one.starts_at, zone, now)}, ${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)}`
  const move = async (typed: { reason: string }) => {
    if (!target || !act.signup) return
    const officer = { id: act.signup.officer_id, name }
    await onMove({ act, assignment_id: target.id, title: target.title, officer }, typed.reason || undefined)
  }
  return (
    <FormDialog
      form={form}
      title={`Move ${name} to another shift`}
      description={`Now on ${act.title}, ${dayWord(act.day)}.${contact?.has_account ? ` ${name} will be notified.` : ''}`}
      action="Move officer"
      back="Cancel"
      why={why}
      onSubmit={move}
      onClose={() => onClose()}
    >
      {contact && <ContactLine of={{ ...contact, name }} />}
      <Field
        label="Shift"
        hint={target ? `${when(target)}.` : 'Shifts with open spots in the days shown.'}
        error={form.wrong.shift}
      >
        {(control) => (
          <Combobox
            {...control}
            value={chosen}
            onChange={setChosen}
            empty={counting ? 'Counting open spots…' : 'No shifts with open spots.'}
            options={open.map((one) => ({
              value: one.id,
              label: one.title,
              hint: `${when(one)} · ${one.open} open`,
            }))}
          />
        )}
      </Field>
      {chosen && fit.words.length > 0 && <FieldError>{`${fit.words.join('. ')}.`}</FieldError>}
      {asks && <ExceptionReason reason={reason} error={form.wrong.override_reason} onChange={setReason} />}
    </FormDialog>
  )
}
