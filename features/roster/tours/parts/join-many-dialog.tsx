import { useState } from 'react'
import { counted } from '#platform/shared/text.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dayWords } from '../client.ts'
import { JOIN_MOST, joinMany, listUnits } from '../contract.members.ts'
import { getPlatoon, getTours, listMembers, listPlatoons } from '../contract.ts'
import { ChooseOfficers, type Chosen } from './choose-officers.tsx'

const invalidates = [getPlatoon, listMembers, listPlatoons, getTours, listUnits]
const count = (n: number) => counted(n, 'officer')

type Props = { platoon: { id: string; name: string }; today: string; onClose: () => void }

const useJoining = ({ platoon, today }: Props) => {
  const [way, setWay] = useState<'chosen' | 'unit'>('chosen')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [unit, setUnit] = useState('')
  const [starts_on, setDay] = useState(today)
  const join = useWrite(joinMany, { invalidates })
  const units = useRead(listUnits, { platoon_id: platoon.id, ...(starts_on ? { starts_on } : {}) }, { keep: true })
  const of = units.data?.items.find((one) => one.unit === unit)
  const adding = way === 'chosen' ? chosen.size : of ? of.officers - of.members : 0
  const missing =
    way === 'chosen'
      ? 'Choose at least one officer.'
      : of
        ? 'The whole unit is already in this platoon.'
        : 'Choose a unit.'
  const tooMany = adding > JOIN_MOST ? `Add at most ${JOIN_MOST} at once.` : null
  const why = starts_on === '' ? 'Choose a day.' : adding === 0 ? missing : way === 'chosen' ? tooMany : null
  const whom = way === 'unit' ? { unit } : { officer_ids: [...chosen.keys()] }
  const form = useStateForm({ platoon_id: platoon.id, starts_on, ...whom }, why)
  return { form, way, setWay, chosen, setChosen, unit, setUnit, starts_on, setDay, join, units, adding, why }
}

const PickUnit = ({ state }: { state: ReturnType<typeof useJoining> }) => {
  const options = (state.units.data?.items ?? []).map((one) => ({
    value: one.unit,
    label: one.unit,
    hint: `${count(one.officers)}${one.members > 0 ? `, ${one.members} already in this platoon` : ''}`,
  }))
  return (
    <Field
      label="Unit"
      hint="Adds the unit's current officers, except you. Officers who join the unit later aren't added automatically."
    >
      {(control) => <Select {...control} value={state.unit} options={options} onChange={state.setUnit} />}
    </Field>
  )
}

/** Adds several officers to a platoon from a given day: individually selected, or a whole unit. */
export const JoinManyDialog = (props: Props) => {
  const state = useJoining(props)
  const { name } = props.platoon
  return (
    <FormDialog
      form={state.form}
      title={`Add to ${name}`}
      description="An officer belongs to one platoon at a time. Past tours are kept."
      action={state.adding > 0 ? `Add ${count(state.adding)}` : 'Add officers'}
      why={state.why}
      onSubmit={state.join.run}
      onDone={({ joined }) =>
        toast.success(`${count(joined)} added to ${name}`, `Starting ${dayWords(state.starts_on)}.`)
      }
      onClose={props.onClose}
    >
      <Field label="From" hint="First day these tours apply.">
        {(control) => (
          <DateInput {...control} value={state.starts_on} onChange={(event) => state.setDay(event.target.value)} />
        )}
      </Field>
      <RadioGroup
        aria-label="Officers to add"
        value={state.way}
        onChange={state.setWay}
        options={[
          { value: 'chosen', label: 'Selected officers' },
          { value: 'unit', label: 'Whole unit' },
        ]}
      />
      {state.way === 'chosen' ? (
        <ChooseOfficers chosen={state.chosen} onChange={state.setChosen} />
      ) : (
        <PickUnit state={state} />
      )}
    </FormDialog>
  )
}
