import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, RadioField, SelectField, SwitchField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { editForceSettings, type ForceSettings, listForce } from '../contract.ts'
import { newcomerPlaces } from '../rules.ts'
import { newcomerWords, yearStartWords } from '../words.ts'

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
          { value: 'year', label: 'Orders this year' },
          { value: 'ever', label: 'All orders; the list never resets' },
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
        label="New officers start"
        options={newcomerPlaces.map((value) => ({ value, ...newcomerWords[value] }))}
      />
      <NumberField
        form={form}
        name="volunteer_minutes"
        label="Minutes to volunteer"
        hint="How long to ask for volunteers before ordering officers in. Admins can change it for a single shift."
        min={5}
        max={2880}
      />
      <SwitchField
        form={form}
        name="by_unit"
        label="Each unit has its own list"
        hint="Posts limited to certain units use those units' lists."
      />
      <SwitchField form={form} name="admins_listed" label="Include admins on the list" />
      <SwitchField
        form={form}
        name="names_shown"
        label="Officers see each other's names"
        hint="Otherwise they see positions, counts and their own name."
      />
    </>
  )
}

/** The department's force list settings; a sheet on a phone. */
export const ForceSettingsDialog = ({ settings, onClose }: { settings: ForceSettings; onClose: () => void }) => {
  const form = useContractForm(editForceSettings, { ...settings })
  const save = useWrite(editForceSettings, { invalidates: [listForce] })
  return (
    <FormDialog
      form={form}
      title="Force list settings"
      description="Everyone on the list can see these settings."
      action="Save"
      onSubmit={save.run}
      onDone={() => toast.success('Saved', 'Force list reordered.')}
      onClose={onClose}
    >
      <Fields form={form} starts={settings.year_starts} />
    </FormDialog>
  )
}
