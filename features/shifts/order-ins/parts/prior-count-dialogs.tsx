import { PickOfficer } from '#features/roster/tours/parts/pick-officer.tsx'
import { kindWords } from '#features/shifts/award-rules/rules.opportunities.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, NumberField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { enterPriorCount, importPriorCounts, listPriorCounts } from '../contract.prior-counts.ts'
import { listForce } from '../contract.ts'
import { priorCountKinds } from '../rules.prior-counts.ts'

const invalidates = [listPriorCounts, listForce]
const kinds = priorCountKinds.map((value) => ({ value, label: kindWords[value] }))
const kindHint = 'Award rules use all of these counts. Orders also count on the force list.'
const reasonHint = 'Shown with the count, such as "Paper list 2025".'

/** Enters the counts of one officer from before Watchbill. */
export const EnterDialog = ({ onClose }: { onClose: () => void }) => {
  const { time_zone } = useOrganization()
  const form = useContractForm(enterPriorCount, {
    ...{ officer_id: '', kind: 'ordered' as const, times: 1, hours: 0, reason: '' },
    last_on: dateValue(Date.now(), time_zone),
  })
  const save = useWrite(enterPriorCount, { invalidates })
  const officer = form.watch('officer_id')
  return (
    <FormDialog
      form={form}
      title="Add a count"
      description="An officer's earlier count. It's added to the count in Watchbill."
      action="Add"
      onSubmit={save.run}
      onDone={() => toast.success('Count added', 'The officer can see it under Offers and responses.')}
      onClose={onClose}
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
        <NumberField form={form} name="times" label="Count" min={0} />
        <NumberField form={form} name="hours" label="Total hours" min={0} step={0.25} />
      </div>
      <DateField form={form} name="last_on" label="Last date" />
      <TextField form={form} name="reason" label="Source" maxLength={200} hint={reasonHint} />
    </FormDialog>
  )
}

/** The same for many officers, from a spreadsheet or a paper list. */
export const PasteDialog = ({ onClose }: { onClose: () => void }) => {
  const { time_zone } = useOrganization()
  const form = useContractForm(importPriorCounts, {
    ...{ kind: 'ordered' as const, reason: '', text: '' },
    last_on: dateValue(Date.now(), time_zone),
  })
  const save = useWrite(importPriorCounts, { invalidates })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Paste a list of counts"
      description="One line per officer: badge number, count, hours, last date. Hours and date are optional. If any line has an error, none are added."
      action="Add all"
      onSubmit={save.run}
      onDone={() => toast.success('Counts added', 'Officers can see theirs under Offers and responses.')}
      onClose={onClose}
    >
      <SelectField form={form} name="kind" label="What" options={kinds} hint={kindHint} />
      <TextareaField
        form={form}
        name="text"
        label="List"
        hint="Separate with commas, semicolons or tabs: 4127, 3, 24.5, 2026-03-31"
      />
      <DateField form={form} name="last_on" label="Default last date" />
      <TextField form={form} name="reason" label="Source" maxLength={200} hint={reasonHint} />
    </FormDialog>
  )
}
