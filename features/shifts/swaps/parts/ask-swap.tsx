import { useState } from 'react'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField, TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listColleagueShifts, listColleagues } from '../contract.colleagues.ts'
import { askSwap, listMySwaps } from '../contract.ts'
import type { SwapKind } from '../rules.ts'
import { ColleaguePicker, ShiftPicker } from './colleague-picker.tsx'

type ToWhom = 'one' | 'all'
type Colleague = { id: string; name: string }

/** To whom: nothing is chosen at first, so that the final button is inert when the sheet opens under the thumb. */
const useChoice = () => {
  const [to, setTo] = useState<ToWhom | null>(null)
  const [colleague, setColleague] = useState<Colleague | null>(null)
  const [shift, setShift] = useState<string | null>(null)
  const why = to === null ? 'Choose who gets the offer' : to === 'one' && !colleague ? 'Choose a colleague' : null
  const pick = (one: Colleague | null) => {
    setColleague(one)
    setShift(null)
  }
  return { to, setTo, one: to === 'one' ? colleague : null, pick, shift, setShift, why }
}

/** One colleague by name, with the shift asked for in a swap, or everyone who is eligible. */
const Whom = ({
  signup_id,
  kind,
  choice,
}: {
  signup_id: string
  kind: SwapKind
  choice: ReturnType<typeof useChoice>
}) => {
  const { to, setTo, one, pick, shift, setShift } = choice
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="font-medium">Offer to</legend>
        <RadioGroup
          aria-label="Offer to"
          value={to}
          onChange={setTo}
          options={[
            { value: 'one', label: 'One colleague' },
            { value: 'all', label: 'Every eligible officer', hint: 'The first to accept gets it.' },
          ]}
        />
      </fieldset>
      {to === 'one' && <ColleaguePicker key={kind} signup_id={signup_id} kind={kind} picked={one} onPick={pick} />}
      {one && kind === 'swap' && (
        <ShiftPicker key={one.id} signup_id={signup_id} colleague={one} picked={shift} onPick={setShift} />
      )}
    </>
  )
}

type Offered = {
  signup_id: string
  assignment_id: string
  title: string
  /** The server has taken the offer. */
  onOffered?: (() => void) | undefined
}

const AskDialog = ({ signup_id, assignment_id, title, onOffered, onClose }: Offered & { onClose: () => void }) => {
  const form = useContractForm(askSwap, { signup_id, kind: 'give_away', note: '' })
  const asking = useWrite(askSwap, { invalidates: [listMySwaps, listOpenJobs, listColleagues, listColleagueShifts] })
  const choice = useChoice()
  const kind = form.watch('kind') === 'swap' ? 'swap' : 'give_away'
  const { one, shift, why } = choice
  const already = asking.error instanceof ApiError && asking.error.code === 'already_offered'
  return (
    <FormDialog
      form={form}
      title="Swap or give away"
      description={`${title}. The shift is yours until the change takes effect.`}
      action={one ? `Offer to ${one.name}` : 'Offer the shift'}
      why={why}
      onSubmit={(values) =>
        asking.run({
          ...values,
          to_officer_id: one?.id ?? null,
          counter_signup_id: kind === 'swap' && one ? shift : null,
          note: values.note || null,
        })
      }
      onDone={() => {
        onOffered?.()
        toast.success('Offered', 'You stay responsible until the change takes effect.')
      }}
      onClose={onClose}
    >
      {already && <TextLink to={paths.officerAssignments(assignment_id)}>View earlier offer</TextLink>}
      <RadioField
        form={form}
        name="kind"
        label="What would you like to do?"
        options={[
          { value: 'give_away', label: 'Give it away', hint: 'Another officer works it.' },
          { value: 'swap', label: 'Swap', hint: "Trade it for another officer's shift." },
        ]}
      />
      <Whom signup_id={signup_id} kind={kind} choice={choice} />
      <TextareaField form={form} name="note" label="Note" maxLength={500} optional />
    </FormDialog>
  )
}

const Ask = (shift: Offered) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide aria-label={`Swap or give away: ${shift.title}`} onClick={() => setOpen(true)}>
        Swap or give away
      </Button>
      {open && <AskDialog {...shift} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The button on the officer's own confirmed shift that offers it to colleagues; nothing once it is offered. */
export const AskSwap = ({ offered = false, ...shift }: Offered & { offered?: boolean }) =>
  offered ? null : <Ask {...shift} />
