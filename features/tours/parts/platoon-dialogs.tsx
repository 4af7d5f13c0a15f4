import { useId } from 'react'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { createPlatoon, editPlatoon, getPlatoon, listPlatoons, type Platoon, putSchedule } from '../contract.ts'
import type { Schedule } from '../rules.ts'
import { ScheduleFields, type ScheduleInput, writable } from './schedule-fields.tsx'

const invalidates = [listPlatoons, getPlatoon]
const fieldNames = ['starts_on', 'anchor_on', 'keeps', 'pattern'] as const

/** The schedule's part of a form: what it holds now, and how a change gets into it. */
const useSchedule = <V extends ScheduleInput>(form: ContractForm<V>) => {
  // The three of them are named the same in both contracts; the form's own type is of all that it holds.
  const own = form as unknown as ContractForm<ScheduleInput>
  const schedule = own.watch()
  const { pattern, starts_on, anchor_on } = own.formState.errors
  return {
    schedule,
    errors: { pattern: pattern?.message, starts_on: starts_on?.message, anchor_on: anchor_on?.message },
    onChange: (change: Partial<ScheduleInput>) => {
      for (const name of fieldNames) {
        const value = change[name]
        if (value !== undefined) own.setValue(name, value, { shouldDirty: true })
      }
    },
  }
}

const begun = (today: string): ScheduleInput => ({
  starts_on: today,
  anchor_on: today,
  keeps: 'length',
  pattern: { kind: 'four_two', start: '06:00', minutes: 720 },
})

export const NewPlatoon = ({ today, onClose }: { today: string; onClose: (id: string | null) => void }) => {
  const id = useId()
  const form = useContractForm(createPlatoon, { name: '', unit: '', ...begun(today) }, { draftKey: 'platoon:new' })
  const create = useWrite(createPlatoon, { invalidates })
  const { schedule, errors, onChange } = useSchedule(form)
  return (
    <Dialog
      open
      size="wide"
      onClose={() => onClose(null)}
      title="New platoon"
      description="Its tours are reckoned from the rotation; nothing has to be filled in for years ahead."
      actions={
        <>
          <Button onClick={() => onClose(null)}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Make platoon
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={async (values) => {
          const made = await create.run(values)
          toast.success('Platoon made', values.name)
          onClose(made.id)
        }}
      >
        <div className="grid gap-4 md:grid-cols-2">
          <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" />
          <TextField form={form} name="unit" label="Unit" optional maxLength={120} autoComplete="off" />
        </div>
        <ScheduleFields schedule={schedule} today={today} onChange={onChange} errors={errors} />
      </Form>
    </Dialog>
  )
}

type ScheduleProps = { platoon_id: string; name: string; today: string; from: Schedule | null; onClose: () => void }

/** Another schedule from a day on, begun from the one that holds. */
export const ScheduleDialog = ({ platoon_id, name, today, from, onClose }: ScheduleProps) => {
  const id = useId()
  const start = from ? { ...from, starts_on: today, pattern: writable(from.pattern) } : begun(today)
  const form = useContractForm(putSchedule, { platoon_id, ...start }, { draftKey: `platoon:${platoon_id}:schedule` })
  const put = useWrite(putSchedule, { invalidates })
  const { schedule, errors, onChange } = useSchedule(form)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`Schedule of ${name}`}
      description="What was worked before its first day stays as it was."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Set schedule
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={put.run}
        onDone={() => {
          toast.success('Schedule set', name)
          onClose()
        }}
      >
        <ScheduleFields schedule={schedule} today={today} onChange={onChange} errors={errors} />
      </Form>
    </Dialog>
  )
}

type EditProps = { platoon: Omit<Platoon, 'schedules'>; onClose: () => void }

export const EditPlatoon = ({ platoon, onClose }: EditProps) => {
  const id = useId()
  const { id: platoon_id, version, name, unit, ended_on } = platoon
  const form = useContractForm(editPlatoon, { platoon_id, version, name, unit: unit ?? '', ended_on: ended_on ?? '' })
  const edit = useWrite(editPlatoon, { invalidates })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${name}`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Save changes
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={edit.run}
        onDone={() => {
          toast.success('Saved', form.getValues('name'))
          onClose()
        }}
      >
        <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" />
        <TextField form={form} name="unit" label="Unit" optional maxLength={120} autoComplete="off" />
        <DateField
          form={form}
          name="ended_on"
          label="No tours from"
          optional
          hint="The first day on which this platoon works no more. What it worked before is kept."
        />
      </Form>
    </Dialog>
  )
}
