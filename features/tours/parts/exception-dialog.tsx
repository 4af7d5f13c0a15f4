import { useId } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, NumberField, SelectField, TextField, TimeField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addException, getTours } from '../contract.ts'
import { exceptionKinds } from '../rules.ts'
import { exceptionWords } from '../rules.words.ts'

const dayLabel = { off: 'Day off', swap: 'Day not worked', extra: 'Day' } as const

const Fields = ({ form }: { form: ContractForm<InputOf<typeof addException>> }) => {
  const kind = form.watch('kind')
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label="What differs"
        options={exceptionKinds.map((value) => ({ value, label: exceptionWords[value] }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField form={form} name="on_day" label={dayLabel[kind]} />
        {kind === 'swap' && <DateField form={form} name="works_on" label="Day worked in its stead" />}
      </div>
      {kind !== 'off' && (
        <div className="grid grid-cols-2 gap-4">
          <TimeField form={form} name="start_time" label="Begins" />
          <NumberField form={form} name="minutes" label="Length, minutes" />
        </div>
      )}
      <TextField form={form} name="note" label="Note" optional maxLength={300} autoComplete="off" />
    </>
  )
}

/** A single day that differs from the rotation. */
export const ExceptionDialog = ({
  officer_id,
  name,
  onClose,
}: {
  officer_id: string
  name: string
  onClose: () => void
}) => {
  const id = useId()
  const form = useContractForm(
    addException,
    { officer_id, kind: 'off', on_day: '', works_on: '', start_time: '', minutes: null, note: '' },
    { draftKey: `tour-exception:${officer_id}` },
  )
  const add = useWrite(addException, { invalidates: [getTours] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`A single day of ${name}`}
      description="The rotation holds for every other day."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Set day
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={(values) =>
          add.run({
            ...values,
            works_on: values.kind === 'swap' ? values.works_on : '',
            start_time: values.kind === 'off' ? '' : values.start_time,
            minutes: values.kind === 'off' ? null : values.minutes,
          })
        }
        onDone={() => {
          toast.success('Set', name)
          onClose()
        }}
      >
        <Fields form={form} />
      </Form>
    </Dialog>
  )
}
