import { useState } from 'react'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dayWords } from '../client.ts'
import { getPlatoon, getTours, joinPlatoon, listMembers, listPlatoons } from '../contract.ts'

const invalidates = [getPlatoon, listMembers, listPlatoons, getTours]
const nobody = 'none'

type Props = {
  today: string
  officer: { id: string; name: string }
  /** Set if opened for one platoon; otherwise the dialog asks. */
  platoon?: { id: string; name: string }
  /** Removes the officer from the platoon without adding another. */
  leaving?: boolean
  onClose: () => void
}

const useJoining = ({ today, officer, platoon, leaving }: Props) => {
  const [platoon_id, setPlatoon] = useState<string>(leaving ? nobody : (platoon?.id ?? ''))
  const [starts_on, setDay] = useState(today)
  const join = useWrite(joinPlatoon, { invalidates })
  const why = platoon_id === '' ? 'Choose a platoon.' : starts_on === '' ? 'Choose a day.' : null
  const chosen = { officer_id: officer.id, platoon_id: platoon_id === nobody ? null : platoon_id, starts_on }
  return { form: useStateForm(chosen, why), join, platoon_id, setPlatoon, starts_on, setDay, why }
}

const PickPlatoon = ({ value, onChange }: { value: string; onChange: (id: string) => void }) => {
  const list = useRead(listPlatoons, {})
  const platoons = (list.data?.items ?? []).map((one) => ({ value: one.id, label: one.name }))
  return (
    <Field label="Platoon">
      {(control) => (
        <Select
          {...control}
          value={value}
          options={[...platoons, { value: nobody, label: 'No platoon' }]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** Adds an officer to a platoon from a given day. */
export const JoinDialog = (props: Props) => {
  const { officer, platoon, leaving = false, onClose } = props
  const { form, join, why, ...state } = useJoining(props)
  const title = leaving
    ? `Remove ${officer.name} from ${platoon?.name ?? 'the platoon'}`
    : `Platoon for ${officer.name}`
  const done = leaving ? 'Removed from the platoon' : 'Added to the platoon'
  return (
    <FormDialog
      form={form}
      title={title}
      description="An officer belongs to one platoon at a time. Past tours are kept."
      action={leaving ? 'Remove' : 'Save'}
      why={why}
      onSubmit={join.run}
      onDone={() => toast.success(done, `Starting ${dayWords(state.starts_on)}.`)}
      onClose={onClose}
    >
      {!platoon && !leaving && <PickPlatoon value={state.platoon_id} onChange={state.setPlatoon} />}
      <Field label="From" hint={leaving ? 'First day outside the platoon.' : 'First day these tours apply.'}>
        {(control) => (
          <DateInput {...control} value={state.starts_on} onChange={(event) => state.setDay(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}
