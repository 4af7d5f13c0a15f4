import { useWatch } from 'react-hook-form'
import { signupModes } from '#features/assignments/rules.ts'
import { kindWords, modeWords } from '#features/assignments/rules.words.ts'
import { listRules } from '#features/award-rules/contract.ts'
import { inForce, isAwarded } from '#features/award-rules/rules.ts'
import { weekdayNames } from '#features/tours/rules.words.ts'
import { DateField, NumberField, SelectField, TextField, TimeField } from '#platform/web/forms/fields.tsx'
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

/** Platoons first: their tours are known whatever unit stands on the officer. */
export const whoOptions = ({ platoons, units }: Choices) => [
  ...platoons.map((one) => ({ value: `platoon:${one.id}`, label: `Platoon ${one.name}` })),
  ...units.map((unit) => ({ value: `unit:${unit}`, label: `Unit ${unit}` })),
]

const Weekdays = ({ form }: { form: MinimumForm }) => {
  const weekdays = useWatch({ control: form.control, name: 'weekdays' })
  const problem = form.formState.errors.weekdays?.message
  return (
    <FieldGroup
      legend="On"
      hint="The day on which the hours begin. Of a platoon nothing is asked on days on which it is off."
    >
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
      label="Rule of the award"
      options={[
        { value: 'adopted', label: adopted ? `As its kind goes: ${adopted.name}` : 'As its kind goes: none yet' },
        ...rules.map((one) => ({ value: one.id, label: one.name })),
      ]}
    />
  )
}

const Asked = ({ form, choices }: { form: MinimumForm; choices: Choices }) => (
  <FieldGroup legend="What is asked">
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="name" label="Name" maxLength={80} autoComplete="off" placeholder="Night, patrol" />
      <SelectField form={form} name="who" label="Of" options={whoOptions(choices)} />
      <NumberField form={form} name="least" label="At least, officers" min={1} max={200} step={1} />
      <SelectField
        form={form}
        name="rank"
        label="Counting"
        options={[
          { value: 'any', label: 'Everybody' },
          ...choices.ranks.map((rank) => ({ value: rank, label: `Only ${rank}` })),
        ]}
      />
      <TimeField form={form} name="start_time" label="From" />
      <TimeField form={form} name="end_time" label="To" hint="Before the start: on the next day." />
    </div>
    <Weekdays form={form} />
    <div className="grid gap-4 md:grid-cols-2">
      <DateField form={form} name="starts_on" label="First day" />
      <DateField form={form} name="last_on" label="Last day" optional />
    </div>
  </FieldGroup>
)

/** How early and how late a gap opens it. */
const When = ({ form }: { form: MinimumForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <NumberField
      form={form}
      name="days_ahead"
      label="Looks ahead, days"
      hint="A gap opens its shift so long before, 28 days at most."
      min={1}
      max={28}
      step={1}
    />
    <NumberField
      form={form}
      name="latest_hours"
      label="Not later than, hours before"
      hint="With less time left the admins are told instead."
      min={0}
      max={48}
      step={0.5}
    />
  </div>
)

const Opened = ({ form }: { form: MinimumForm }) => {
  const mode = useWatch({ control: form.control, name: 'signup_mode' })
  return (
    <FieldGroup
      legend="The shift that a gap opens"
      hint="From the first to the last minute that lacks somebody, with as many places as are missing. It is published at once and follows the escalation of its kind."
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
          label="Kind"
          options={staffingKinds.map((value) => ({ value, label: kindWords[value] }))}
        />
        <TextField form={form} name="location_name" label="Place" optional maxLength={160} autoComplete="off" />
        <TextField form={form} name="location_address" label="Address" optional maxLength={300} autoComplete="off" />
        <SelectField
          form={form}
          name="signup_mode"
          label="How places are given"
          options={signupModes.map((value) => ({ value, label: modeWords[value] }))}
        />
        {mode === 'award' && <Award form={form} />}
        <TextField form={form} name="units" label="Only units" optional hint="With commas between." />
        <TextField form={form} name="ranks" label="Only ranks" optional hint="With commas between." />
        <TextField
          form={form}
          name="certifications"
          label="Only with certifications"
          optional
          hint="With commas between."
        />
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
