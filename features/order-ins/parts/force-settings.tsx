import { useId } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, RadioField, SelectField, SwitchField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { editForceSettings, type ForceSettings, listForce } from '../contract.ts'
import { newcomerPlaces } from '../rules.ts'
import { newcomerWords, yearStartWords } from '../rules.words.ts'

const firstDays = Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`)

const Fields = ({ form, starts }: { form: ContractForm<InputOf<typeof editForceSettings>>; starts: string }) => {
  const days = firstDays.includes(starts) ? firstDays : [starts, ...firstDays]
  return (
    <>
      <RadioField
        form={form}
        name="counted"
        label="Which orders count"
        options={[
          { value: 'year', label: "Those of the department's year" },
          { value: 'ever', label: 'All, the list is never reset' },
        ]}
      />
      {form.watch('counted') === 'year' && (
        <SelectField
          form={form}
          name="year_starts"
          label="The year starts on"
          options={days.map((value) => ({ value, label: yearStartWords(value) }))}
        />
      )}
      <RadioField
        form={form}
        name="newcomers"
        label="Newcomers stand"
        options={newcomerPlaces.map((value) => ({ value, ...newcomerWords[value] }))}
      />
      <NumberField
        form={form}
        name="volunteer_minutes"
        label="Minutes to volunteer"
        hint="So long volunteers are asked before anybody is ordered; an admin may choose another time for one shift."
        min={5}
        max={2880}
      />
      <SwitchField
        form={form}
        name="by_unit"
        label="Each unit has its own list"
        hint="An order for a post of certain units goes by the list of those units."
      />
      <SwitchField form={form} name="admins_listed" label="Admins are on the list" />
      <SwitchField
        form={form}
        name="names_shown"
        label="Officers read each other's names"
        hint="Otherwise they read the places, the counts and their own name."
      />
    </>
  )
}

/** How the department's list counts; a sheet on a phone. */
export const ForceSettingsDialog = ({ settings, onClose }: { settings: ForceSettings; onClose: () => void }) => {
  const id = useId()
  const form = useContractForm(editForceSettings, { ...settings })
  const save = useWrite(editForceSettings, { invalidates: [listForce] })
  return (
    <Dialog
      open
      onClose={onClose}
      title="How the force list counts"
      description="Everybody on the list reads what you set here."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Save
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={save.run}
        onDone={() => {
          toast.success('Saved', 'The list is ordered anew.')
          onClose()
        }}
      >
        <Fields form={form} starts={settings.year_starts} />
      </Form>
    </Dialog>
  )
}
