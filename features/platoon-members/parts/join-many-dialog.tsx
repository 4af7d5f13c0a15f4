import { useId, useState } from 'react'
import { dayWords } from '#features/tours/client.ts'
import { getPlatoon, getTours, listMembers, listPlatoons } from '#features/tours/contract.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Words, wordsFor } from '#platform/web/words.ts'
import { JOIN_MOST, joinMany, listUnits } from '../contract.ts'
import { ChooseOfficers, type Chosen } from './choose-officers.tsx'

const invalidates = [getPlatoon, listMembers, listPlatoons, getTours, listUnits]
const count = (n: number) => `${n} ${n === 1 ? 'officer' : 'officers'}`

type Props = { platoon: { id: string; name: string }; today: string; onClose: () => void }

const useJoining = ({ platoon, today, onClose }: Props) => {
  const [way, setWay] = useState<'chosen' | 'unit'>('chosen')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [unit, setUnit] = useState('')
  const [starts_on, setDay] = useState(today)
  const [problem, setProblem] = useState<Words | null>(null)
  const join = useWrite(joinMany, { invalidates })
  const units = useRead(listUnits, { platoon_id: platoon.id, ...(starts_on ? { starts_on } : {}) }, { keep: true })
  const of = units.data?.items.find((one) => one.unit === unit)
  const adding = way === 'chosen' ? chosen.size : of ? of.officers - of.members : 0
  const missing =
    way === 'chosen' ? 'Choose at least one officer.' : of ? 'All of the unit are in it.' : 'Choose a unit.'
  const tooMany = adding > JOIN_MOST ? `At most ${JOIN_MOST} at once.` : null
  const why = starts_on === '' ? 'Choose a day.' : adding === 0 ? missing : way === 'chosen' ? tooMany : null
  const send = async () => {
    if (why !== null) return
    setProblem(null)
    try {
      const whom = way === 'unit' ? { unit } : { officer_ids: [...chosen.keys()] }
      const { joined } = await join.run({ platoon_id: platoon.id, starts_on, ...whom })
      toast.success(`${count(joined)} in ${platoon.name}`, `From ${dayWords(starts_on)} on.`)
      onClose()
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  return { way, setWay, chosen, setChosen, unit, setUnit, starts_on, setDay, problem, join, units, adding, why, send }
}

const PickUnit = ({ state }: { state: ReturnType<typeof useJoining> }) => {
  const options = (state.units.data?.items ?? []).map((one) => ({
    value: one.unit,
    label: one.unit,
    hint: `${count(one.officers)}${one.members > 0 ? `, ${one.members} in it already` : ''}`,
  }))
  return (
    <Field label="Unit" hint="Those of today, without yourself. Who joins the unit later is added by hand.">
      {(control) => <Select {...control} value={state.unit} options={options} onChange={state.setUnit} />}
    </Field>
  )
}

/** Puts several officers into a platoon from a day on: chosen one by one, or a whole unit. */
export const JoinManyDialog = (props: Props) => {
  const id = useId()
  const state = useJoining(props)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Add to ${props.platoon.name}`}
      description="An officer belongs to one platoon at a time. What was worked before that day is kept."
      actions={
        <>
          <Button onClick={props.onClose}>Back</Button>
          <Button look="primary" type="submit" form={id} busy={state.join.pending} why={state.why}>
            {state.adding > 0 ? `Add ${count(state.adding)}` : 'Add officers'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void state.send()
        }}
      >
        {state.problem && (
          <Notice tone="bad" title={state.problem.title}>
            {state.problem.text}
          </Notice>
        )}
        <Field label="From" hint="The first day with its tours.">
          {(control) => (
            <DateInput {...control} value={state.starts_on} onChange={(event) => state.setDay(event.target.value)} />
          )}
        </Field>
        <RadioGroup
          aria-label="Whom to add"
          value={state.way}
          onChange={state.setWay}
          options={[
            { value: 'chosen', label: 'Officers I choose' },
            { value: 'unit', label: 'A whole unit' },
          ]}
        />
        {state.way === 'chosen' ? (
          <ChooseOfficers chosen={state.chosen} onChange={state.setChosen} />
        ) : (
          <PickUnit state={state} />
        )}
      </form>
    </Dialog>
  )
}
