import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextField, TimeField, UnitField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { hoursUnit } from '#platform/web/forms/other-unit.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addException, getTours } from '../contract.ts'
import { exceptionKinds } from '../rules.ts'
import { exceptionWords } from '../words.patterns.ts'

const dayLabel = { off: 'Day off', swap: 'Day off', extra: 'Day' } as const

const Fields = ({ form }: { form: ContractForm<InputOf<typeof addException>> }) => {
  const kind = form.watch('kind')
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label="Change"
        options={exceptionKinds.map((value) => ({ value, label: exceptionWords[value] }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField form={form} name="on_day" label={dayLabel[kind]} />
        {kind === 'swap' && <DateField form={form} name="works_on" label="Day worked instead" />}
      </div>
      {kind !== 'off' && (
        <div className="grid grid-cols-2 gap-4">
          <TimeField form={form} name="start_time" label="Starts" />
          <UnitField
            form={form}
            name="minutes"
            label="Length, in hours"
            unit={hoursUnit}
            min={0.25}
            max={24}
            step={0.25}
          />
        </div>
      )}
      <TextField form={form} name="note" label="Note" optional maxLength={300} autoComplete="off" />
    </>
  )
}

/** A single day that deviates from the rotation. */
export const ExceptionDialog = ({
  officer_id,
  name,
  onClose,
}: {
  officer_id: string
  name: string
  onClose: () => void
}) => {
  const form = useContractForm(
    addException,
    { officer_id, kind: 'off', on_day: '', works_on: '', start_time: '', minutes: null, note: '' },
    { draftKey: `tour-exception:${officer_id}` },
  )
  const add = useWrite(addException, { invalidates: [getTours] })
  return (
    <FormDialog
      form={form}
      title={`Tour exception for ${name}`}
      description="The rotation applies to all other days."
      action="Set exception"
      onSubmit={(values) =>
        add.run({
          ...values,
          works_on: values.kind === 'swap' ? values.works_on : '',
          start_time: values.kind === 'off' ? '' : values.start_time,
          minutes: values.kind === 'off' ? null : values.minutes,
        })
      }
      onDone={() => toast.success('Set', name)}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}
