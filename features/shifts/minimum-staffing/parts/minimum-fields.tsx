import { useWatch } from 'react-hook-form'
import { useRosterValues } from '#features/roster/officers/client.values.ts'
import { weekdayNames } from '#features/roster/tours/words.ts'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { inForce, isAwarded } from '#features/shifts/award-rules/rules.ts'
import {
  DateField,
  MultiComboboxField,
  NumberField,
  SelectField,
  TextField,
  TimeField,
} from '#platform/web/forms/fields.tsx'
import { useRead } from '#platform/web/reads.ts'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { FieldError, FieldGroup } from '#platform/web/ui/field.tsx'
import type { MinimumForm } from '../client.ts'
import { staffingKinds } from '../rules.ts'

export type Choices = {
  platoons: readonly { id: string; name: string; unit: string | null }[]
  units: readonly string[]
  ranks: readonly string[]
}

/** Platoons first: their tours are known regardless of the officer's unit. */
export const whoOptions = ({ platoons, units }: Choices) => [
  ...platoons.map((one) => ({ value: `platoon:${one.id}`, label: `Platoon ${one.name}` })),
  ...units.map((unit) => ({ value: `unit:${unit}`, label: `Unit ${unit}` })),
]

const Weekdays = ({ form }: { form: MinimumForm }) => {
  const weekdays = useWatch({ control: form.control, name: 'weekdays' })
  const problem = form.formState.errors.weekdays?.message
  return (
    <FieldGroup legend="On" hint="The day the hours start. Platoons have no minimum on their days off.">
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
          <Checkbox
            key={weekday}
            label={weekdayNames[weekday] ?? ''}
            checked={weekdays.includes(weekday)}
            onChange={(on) => {
              const others = weekdays.filter((one) => one !== weekday)
              form.setValue('weekdays', on ? [...others, weekday] : others, { shouldDirty: true, shouldValidate: true })
            }}
          />
        ))}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </FieldGroup>
  )
}

const Award = ({ form }: { form: MinimumForm }) => {
  const kind = useWatch({ control: form.control, name: 'kind' })
  const now = Date.now()
  const rules = (useRead(listRules, {}).data?.rules ?? []).filter((rule) => {
    const body = inForce(rule.versions, now)?.body
    return body !== undefined && isAwarded(body.method)
  })
  const adopted = rules.find((rule) => rule.kinds.includes(kind))
  return (
    <SelectField
      form={form}
      name="award_rule"
      label="Award rule"
      options={[
        { value: 'adopted', label: adopted ? `Shift type default: ${adopted.name}` : 'Shift type default: none yet' },
        ...rules.map((one) => ({ value: one.id, label: one.name })),
      ]}
    />
  )
}

const Asked = ({ form, choices }: { form: MinimumForm; choices: Choices }) => (
  <FieldGroup legend="Minimum">
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" placeholder="Night, patrol" />
      <SelectField form={form} name="who" label="Who" options={whoOptions(choices)} />
      <NumberField form={form} name="least" label="Minimum officers" min={1} max={200} step={1} />
      <SelectField
        form={form}
        name="rank"
        label="Counting"
        options={[
          { value: 'any', label: 'Everyone' },
          ...choices.ranks.map((rank) => ({ value: rank, label: `${rank} only` })),
        ]}
      />
      <TimeField form={form} name="start_time" label="From" />
      <TimeField form={form} name="end_time" label="To" hint="A time before the start is on the next day." />
    </div>
    <Weekdays form={form} />
    <div className="grid gap-4 md:grid-cols-2">
      <DateField form={form} name="starts_on" label="First day" />
      <DateField form={form} name="last_on" label="Last day" optional />
    </div>
  </FieldGroup>
)

/** How early and how late a gap opens a shift. */
const When = ({ form }: { form: MinimumForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <NumberField
      form={form}
      name="days_ahead"
      label="Days ahead"
      hint="How many days ahead a gap opens a shift, up to 28."
      min={1}
      max={28}
      step={1}
    />
    <NumberField
      form={form}
      name="latest_hours"
      label="Latest opening, in hours before the start"
      hint="After that, admins are notified instead."
      min={0}
      max={48}
      step={0.5}
    />
  </div>
)

/** Whom the shift is for. */
const Required = ({ form }: { form: MinimumForm }) => {
  const { units, ranks, certifications } = useRosterValues()
  return (
    <>
      <MultiComboboxField
        form={form}
        name="units"
        label="Units only"
        optional
        placeholder="Every unit"
        options={units}
      />
      <MultiComboboxField
        form={form}
        name="ranks"
        label="Ranks only"
        optional
        placeholder="Every rank"
        options={ranks}
      />
      <MultiComboboxField
        form={form}
        name="certifications"
        label="Required certifications"
        optional
        placeholder="None"
        options={certifications}
        addWords={(typed) => `Require "${typed}"`}
      />
    </>
  )
}

const Opened = ({ form }: { form: MinimumForm }) => {
  const mode = useWatch({ control: form.control, name: 'signup_mode' })
  return (
    <FieldGroup
      legend="Shift for each gap"
      hint="Covers the whole gap with as many spots as needed. It's published right away and follows its type's escalation plan."
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          form={form}
          name="title"
          label="Title"
          maxLength={160}
          autoComplete="off"
          placeholder="Night watch"
        />
        <SelectField
          form={form}
          name="kind"
          label="Type"
          options={staffingKinds.map((value) => ({ value, label: kindWords[value] }))}
        />
        <TextField form={form} name="location_name" label="Location" optional maxLength={160} autoComplete="off" />
        <TextField form={form} name="location_address" label="Address" optional maxLength={300} autoComplete="off" />
        <SelectField
          form={form}
          name="signup_mode"
          label="How officers are chosen"
          options={signupModes.map((value) => ({ value, label: modeWords[value] }))}
        />
        {mode === 'award' && <Award form={form} />}
        <Required form={form} />
      </div>
      <When form={form} />
    </FieldGroup>
  )
}

export const MinimumFields = ({ form, choices }: { form: MinimumForm; choices: Choices }) => (
  <>
    <Asked form={form} choices={choices} />
    <Opened form={form} />
  </>
)
