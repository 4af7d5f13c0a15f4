import { useState } from 'react'
import { reasonLines, reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { askFit } from '#features/shifts/replacements/contract.ts'
import { standingOf } from '#features/shifts/replacements/rules.ts'
import { isDate, type WallDate } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { DateInput, Textarea } from '#platform/web/ui/input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { OfficerMove } from '../client.moves.ts'
import type { Act } from '../client.rows.ts'
import type { ScheduledShift } from '../contract.ts'
import { dayWord } from '../words.ts'

const toldWords = (act: Act) =>
  act.confirmed === 0
    ? 'No one has signed up yet.'
    : act.confirmed === 1
      ? '1 confirmed officer will be notified.'
      : `${act.confirmed} confirmed officers will be notified.`

type MoveShiftProps = {
  act: Act
  today: WallDate
  /** The day it was dropped on. */
  to: WallDate | null
  busy: boolean
  onMove: (to: WallDate) => void
  onClose: () => void
}

/** To which day; local times stay. */
export const MoveShift = ({ act, today, to, busy, onMove, onClose }: MoveShiftProps) => {
  const { time_zone: zone } = useOrganization()
  const [date, setDate] = useState<string>(to ?? '')
  const why = !isDate(date)
    ? 'Choose a date first.'
    : date === act.day
      ? 'The shift is already on this day.'
      : date < today
        ? 'That day has passed.'
        : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={to ? `Move ${act.title} to ${dayWord(to)}?` : `Move ${act.title}`}
      description={`${dayWord(act.day)}, ${clock(act.starts_at, zone)}–${clock(act.ends_at, zone)}. Times stay the same. ${toldWords(act)}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} why={why} onClick={() => onMove(date)}>
            Move shift
          </Button>
        </>
      }
    >
      <Field label="New date">
        {(control) => (
          <DateInput {...control} value={date} min={today} onChange={(event) => setDate(event.target.value)} />
        )}
      </Field>
    </Dialog>
  )
}

type MoveOfficerProps = {
  act: Act
  shifts: readonly ScheduledShift[]
  busy: boolean
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
  const reasons = fit.data?.reasons ?? []
  const hard = reasons.find((one) => !one.overridable)
  return {
    waits: assignment_id !== null && fit.isPending,
    standing: standingOf({ reasons }),
    words: reasonLines(reasons, zone, now),
    why: hard ? reasonWords(hard, zone, now) : null,
  }
}

const ExceptionReason = ({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) => (
  <Field label="Reason for the exception" hint="Stored with the decision.">
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

/** Open spots in the days shown, except this shift's. */
const openIn = (shifts: readonly ScheduledShift[], act: Act, now: number) =>
  shifts.filter(
    (one) =>
      one.id !== act.assignment_id &&
      one.confirmed < one.required &&
      Date.parse(one.ends_at) > now &&
      !['draft', 'cancelled', 'closed', 'completed'].includes(one.phase),
  )

/** To which shift of the days shown; the server's answer comes with the choice. */
export const MoveOfficer = ({ act, shifts, busy, onMove, onClose }: MoveOfficerProps) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const [chosen, setChosen] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const fit = useFit(act, chosen)
  const name = act.signup?.name ?? ''
  const open = openIn(shifts, act, now)
  const target = open.find((one) => one.id === chosen)
  const asks = fit.standing === 1
  const why =
    chosen === null
      ? 'Choose a shift first.'
      : fit.waits
        ? 'Checking eligibility…'
        : (fit.why ?? (asks && reason.trim().length < 3 ? 'Enter a reason first.' : null))
  const move = async () => {
    if (!target || !act.signup) return
    const officer = { id: act.signup.officer_id, name }
    await onMove({ act, assignment_id: target.id, title: target.title, officer }, asks ? reason.trim() : undefined)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${name} to another shift`}
      description={`Now on ${act.title}, ${dayWord(act.day)}. ${name} will be notified.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} why={why} onClick={() => void move().catch(toast.failure)}>
            Move officer
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Shift" hint="Shifts with open spots in the days shown.">
          {(control) => (
            <Combobox
              {...control}
              value={chosen}
              onChange={setChosen}
              empty="No shift with an open spot."
              options={open.map((one) => ({
                value: one.id,
                label: one.title,
                hint: `${day(one.starts_at, zone, now)}, ${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)} · ${one.required - one.confirmed} open`,
              }))}
            />
          )}
        </Field>
        {chosen && fit.words.length > 0 && <FieldError>{`${fit.words.join('. ')}.`}</FieldError>}
        {chosen && asks && <ExceptionReason reason={reason} onChange={setReason} />}
      </div>
    </Dialog>
  )
}
