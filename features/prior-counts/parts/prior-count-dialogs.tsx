import { useId } from 'react'
import { kindWords } from '#features/awards/rules.opportunities.ts'
import { listForce } from '#features/order-ins/contract.ts'
import { PickOfficer } from '#features/tours/parts/pick-officer.tsx'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, NumberField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { enterPriorCount, importPriorCounts, listPriorCounts } from '../contract.ts'
import { priorCountKinds } from '../rules.ts'

const invalidates = [listPriorCounts, listForce]
const kinds = priorCountKinds.map((value) => ({ value, label: kindWords[value] }))
const kindHint = 'Orders count on the force list too; the rest is for the rules of awards.'
const reasonHint = 'Everybody who sees the count reads it, such as “Paper list of 2025”.'

/** What was counted of one officer before Watchbill. */
export const EnterDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const { time_zone } = useOrganization()
  const form = useContractForm(enterPriorCount, {
    ...{ officer_id: '', kind: 'ordered' as const, times: 1, hours: 0, reason: '' },
    last_on: dateValue(Date.now(), time_zone),
  })
  const save = useWrite(enterPriorCount, { invalidates })
  const officer = form.watch('officer_id')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Enter a count"
      description="What was counted of an officer before Watchbill. It is added to what is counted here."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Enter
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={save.run}
        onDone={() => {
          toast.success('Entered', 'The officer sees it among offers and answers.')
          onClose()
        }}
      >
        <Field label="Officer">
          {(control) => (
            <PickOfficer
              control={control}
              value={officer || null}
              onChange={(next) => form.setValue('officer_id', next ?? '', { shouldDirty: true })}
            />
          )}
        </Field>
        <SelectField form={form} name="kind" label="What" options={kinds} hint={kindHint} />
        <div className="grid gap-4 md:grid-cols-2">
          <NumberField form={form} name="times" label="How often" min={0} />
          <NumberField form={form} name="hours" label="Hours altogether" min={0} step={0.25} />
        </div>
        <DateField form={form} name="last_on" label="The last of them on" />
        <TextField form={form} name="reason" label="Where from" maxLength={200} hint={reasonHint} />
      </Form>
    </Dialog>
  )
}

/** The same for many, from a spreadsheet or a paper list. */
export const PasteDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const { time_zone } = useOrganization()
  const form = useContractForm(importPriorCounts, {
    ...{ kind: 'ordered' as const, reason: '', text: '' },
    last_on: dateValue(Date.now(), time_zone),
  })
  const save = useWrite(importPriorCounts, { invalidates })
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Paste a list of counts"
      description="One line for each officer: badge number, how often, hours, the day of the last. Hours and day may be left out. All lines are entered or none."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Enter all
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={save.run}
        onDone={() => {
          toast.success('All counts entered', 'Each officer sees the own among offers and answers.')
          onClose()
        }}
      >
        <SelectField form={form} name="kind" label="What" options={kinds} hint={kindHint} />
        <TextareaField
          form={form}
          name="text"
          label="List"
          hint="By commas, semicolons or tabs: 4127, 3, 24.5, 2026-03-31"
        />
        <DateField form={form} name="last_on" label="Last day where a line has none" />
        <TextField form={form} name="reason" label="Where from" maxLength={200} hint={reasonHint} />
      </Form>
    </Dialog>
  )
}
