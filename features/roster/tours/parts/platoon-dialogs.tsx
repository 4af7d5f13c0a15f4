import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { createPlatoon, editPlatoon, getPlatoon, listPlatoons, type Platoon, putSchedule } from '../contract.ts'
import type { Schedule } from '../rules.ts'
import { ScheduleFields, type ScheduleInput, writable } from './schedule-fields.tsx'

const invalidates = [listPlatoons, getPlatoon]
const fieldNames = ['starts_on', 'anchor_on', 'keeps', 'pattern'] as const

/** The schedule part of a form: its current value, and a way to change it. */
const useSchedule = <V extends ScheduleInput>(form: ContractForm<V>) => {
  // Both contracts use the same names for the three schedule fields; the cast narrows the form to them.
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
  const form = useContractForm(createPlatoon, { name: '', unit: '', ...begun(today) }, { draftKey: 'platoon:new' })
  const create = useWrite(createPlatoon, { invalidates })
  const { schedule, errors, onChange } = useSchedule(form)
  return (
    <FormDialog
      form={form}
      size="wide"
      title="New platoon"
      description="Tours are calculated from the rotation, years ahead."
      action="Create platoon"
      onSubmit={async (values) => {
        const made = await create.run(values)
        toast.success('Platoon created', values.name)
        return made
      }}
      onClose={(made) => onClose(made?.id ?? null)}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" />
        <TextField form={form} name="unit" label="Unit" optional maxLength={120} autoComplete="off" />
      </div>
      <ScheduleFields schedule={schedule} today={today} onChange={onChange} errors={errors} />
    </FormDialog>
  )
}

type ScheduleProps = { platoon_id: string; name: string; today: string; from: Schedule | null; onClose: () => void }

/** A new schedule from a given day, prefilled from the current one. */
export const ScheduleDialog = ({ platoon_id, name, today, from, onClose }: ScheduleProps) => {
  const start = from ? { ...from, starts_on: today, pattern: writable(from.pattern) } : begun(today)
  const form = useContractForm(putSchedule, { platoon_id, ...start }, { draftKey: `platoon:${platoon_id}:schedule` })
  const put = useWrite(putSchedule, { invalidates })
  const { schedule, errors, onChange } = useSchedule(form)
  return (
    <FormDialog
      form={form}
      size="wide"
      title={`Schedule for ${name}`}
      description="Tours before the first day are unchanged."
      action="Set schedule"
      onSubmit={put.run}
      onDone={() => toast.success('Schedule set', name)}
      onClose={onClose}
    >
      <ScheduleFields schedule={schedule} today={today} onChange={onChange} errors={errors} />
    </FormDialog>
  )
}

type EditProps = { platoon: Omit<Platoon, 'schedules'>; onClose: () => void }

export const EditPlatoon = ({ platoon, onClose }: EditProps) => {
  const { id: platoon_id, version, name, unit, ended_on } = platoon
  const form = useContractForm(editPlatoon, { platoon_id, version, name, unit: unit ?? '', ended_on: ended_on ?? '' })
  const edit = useWrite(editPlatoon, { invalidates })
  return (
    <FormDialog
      form={form}
      title={`Edit ${name}`}
      action="Save changes"
      onSubmit={edit.run}
      onDone={() => toast.success('Saved', form.getValues('name'))}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" />
      <TextField form={form} name="unit" label="Unit" optional maxLength={120} autoComplete="off" />
      <DateField
        form={form}
        name="ended_on"
        label="Retire on"
        optional
        hint="First day without tours. Past tours are kept."
      />
    </FormDialog>
  )
}
