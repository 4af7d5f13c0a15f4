import { useEffect, useRef, useState } from 'react'
import { isSaved } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { type Seen, SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { dayAndClock, duration } from '#platform/web/time.ts'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { extraTimeBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import {
  type ClaimValues,
  claimForm,
  nextDayEnd,
  presetDay,
  readTimes,
  startValues,
  WallTimes,
  type WorkedShift,
} from '../client.ts'
import { claimExtraTime, editExtraTime, extraTimeBounds, listMyExtraTime, type OwnClaim } from '../contract.ts'
import { extraTimeKinds } from '../rules.ts'
import { kindHints, kindWords } from '../words.ts'
import { TimeFields } from './time-fields.tsx'

type ClaimForm = ContractForm<ClaimValues>

const kindOptions = extraTimeKinds.map((value) => ({ value, label: kindWords[value] }))
const CourtFields = ({ form }: { form: ClaimForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <TextField
      form={form}
      name="docket_number"
      label="Docket number"
      maxLength={extraTimeBounds.docket_number}
      autoComplete="off"
    />
    <TextField form={form} name="court" label="Court" maxLength={extraTimeBounds.court} autoComplete="off" />
  </div>
)

type DialogProps = {
  /** The earliest time that can be claimed. */
  from: string
  claim?: OwnClaim
  shift?: WorkedShift
  onClose: () => void
}

const titleOf = ({ claim, shift }: Pick<DialogProps, 'claim' | 'shift'>) =>
  claim
    ? claim.state === 'pending'
      ? 'Edit claim'
      : 'Resubmit'
    : shift
      ? `Extra time for ${shift.title}`
      : 'Claim extra time'

/**
 * Sends a new or edited claim. Converts wall-clock times to an instant and minutes; ambiguous or invalid times are reported at
 * their field.
 */
const useSending = ({ claim, shift }: Pick<DialogProps, 'claim' | 'shift'>) => {
  const { time_zone: zone } = useOrganization()
  const make = useWrite(claimExtraTime, { invalidates: [listMyExtraTime] })
  const edit = useWrite(editExtraTime, { invalidates: [listMyExtraTime] })
  // Claiming the same again after a lost answer repeats the call unchanged, so that it counts once.
  const made = useRef<{ of: string; made_at: string } | null>(null)
  const send = async (values: ClaimValues) => {
    const times = readTimes(values, zone, serverNow())
    const { kind, docket_number, court, reason } = values
    const asked = { kind, docket_number, court, reason, ...times }
    if (claim)
      await edit.run({ ...asked, id: claim.id, version: claim.version, signup_id: claim.shift?.signup_id ?? null })
    else {
      const of = JSON.stringify(asked)
      if (made.current?.of !== of) made.current = { of, made_at: new Date(serverNow()).toISOString() }
      await make.run({ ...asked, made_at: made.current.made_at, signup_id: shift?.signup_id ?? null })
    }
  }
  return { send, sending: edit.pending }
}

const Changed = ({ of, zone }: { of: Seen<OwnClaim | undefined>; zone: string }) => (
  <SeenNotice
    of={of}
    shown={({ kind, minutes, starts_at, docket_number, court, reason, state, decision_reason: said }) => ({
      Type: kindWords[kind],
      Claimed: `${duration(minutes)} from ${dayAndClock(starts_at, zone)}`,
      Court: [docket_number, court].filter(Boolean).join(' · '),
      Reason: `"${reason}"`,
      Status: extraTimeBadge[state].word,
      Admin: said && `"${said}"`,
    })}
  />
)

/** Asks about an end before the start, which makes the claim end the next day; resolves the form's promise. */
const useNextDayQuestion = (zone: string) => {
  const [asked, setAsked] = useState<{ values: ClaimValues; answer: (yes: boolean) => void } | null>(null)
  const end = asked && nextDayEnd(asked.values, zone)
  const close = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  const confirm = async (values: ClaimValues) => {
    if (nextDayEnd(values, zone) === null) return
    const yes = await new Promise<boolean>((answer) => setAsked({ values, answer }))
    if (!yes) throw new SaidAlready()
  }
  const question = (
    <Confirm
      open={end !== null}
      onClose={() => close(false)}
      title="Does this claim end the next day?"
      text={
        end && asked
          ? `From ${asked.values.start_time} to ${asked.values.end_time} is ${duration(end.minutes)}, ending ${dayAndClock(end.ends_at, zone)}.`
          : ''
      }
      action={`Claim ${duration(end?.minutes ?? 0)}`}
      look="primary"
      back="Change the times"
      onConfirm={async () => close(true)}
    />
  )
  return { confirm, question }
}

/** Until the officer chooses a day: `today`, or the day before if the typed times aren't over yet today. */
const usePresetDay = (form: ClaimForm, today: string | null, zone: string) => {
  const preset = useRef(today)
  const wall = WallTimes.safeParse(form.watch())
  const date = form.watch('date')
  const wanted = wall.success && today !== null ? presetDay(wall.data, today, zone, serverNow()) : today
  useEffect(() => {
    if (wanted === null || date !== preset.current || wanted === date) return
    preset.current = wanted
    form.setValue('date', wanted, { shouldValidate: true })
  }, [wanted, date, form])
}

/** Claims time beyond the schedule; a sheet on a phone. Typed values survive a reload. */
export const ClaimDialog = ({ from, claim: live, shift, onClose }: DialogProps) => {
  const { time_zone: zone } = useOrganization()
  const of = useSeen(live)
  const claim = of.seen
  const [start] = useState(() =>
    startValues({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}), now: Date.now() }, zone),
  )
  const form: ClaimForm = useContractForm(claimForm, start, {
    draftKey: `extra-time:${of.first ? `${of.first.id}:${of.first.version}` : (shift?.signup_id ?? 'new')}`,
  })
  const { send, sending } = useSending({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}) })
  usePresetDay(form, claim || shift ? null : start.date, zone)
  const kind = form.watch('kind')
  const nextDay = useNextDayQuestion(zone)
  return (
    <FormDialog
      form={form}
      title={titleOf({ ...(claim ? { claim } : {}), ...(shift ? { shift } : {}) })}
      description={
        claim?.state === 'returned' && claim.decision_reason
          ? `Returned: "${claim.decision_reason}"`
          : 'Time you worked beyond your schedule. An admin will decide.'
      }
      action={claim ? (claim.state === 'pending' ? 'Save changes' : 'Resubmit') : 'Claim'}
      onSubmit={async (values) => {
        await nextDay.confirm(values)
        try {
          await send(values)
          toast.success(claim ? 'Submitted' : 'Claimed', "An admin will decide. You'll be notified here.")
        } catch (error) {
          if (!isSaved(error)) throw error
          toast.failure(error)
        }
      }}
      onClose={onClose}
    >
      {!sending && <Changed of={of} zone={zone} />}
      <SelectField form={form} name="kind" label="Type" options={kindOptions} hint={kindHints[kind]} />
      {kind === 'court' && <CourtFields form={form} />}
      <TimeFields form={form} from={from} />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Describe the work and who ordered it. Admins will see this."
        rows={3}
        maxLength={extraTimeBounds.reason}
      />
      {nextDay.question}
    </FormDialog>
  )
}
