import { useId, useState } from 'react'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Words, wordsFor } from '#platform/web/words.ts'
import { dayWords } from '../client.ts'
import { getPlatoon, getTours, joinPlatoon, listMembers, listPlatoons } from '../contract.ts'

const invalidates = [getPlatoon, listMembers, listPlatoons, getTours]
const nobody = 'none'

type Props = {
  today: string
  officer: { id: string; name: string }
  /** Known where it is opened for one platoon; else chosen here. */
  platoon?: { id: string; name: string }
  /** Out of the platoon, into none. */
  leaving?: boolean
  onClose: () => void
}

const useJoining = ({ today, officer, platoon, leaving, onClose }: Props) => {
  const [platoon_id, setPlatoon] = useState<string>(leaving ? nobody : (platoon?.id ?? ''))
  const [starts_on, setDay] = useState(today)
  const [problem, setProblem] = useState<Words | null>(null)
  const join = useWrite(joinPlatoon, { invalidates })
  const why = platoon_id === '' ? 'Choose a platoon.' : starts_on === '' ? 'Choose a day.' : null
  const send = async () => {
    if (why !== null) return
    setProblem(null)
    try {
      await join.run({ officer_id: officer.id, platoon_id: platoon_id === nobody ? null : platoon_id, starts_on })
      toast.success(leaving ? 'Out of the platoon' : 'In the platoon', `From ${dayWords(starts_on)} on.`)
      onClose()
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  return { platoon_id, setPlatoon, starts_on, setDay, problem, join, why, send }
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

/** Puts an officer into a platoon from a day on. */
export const JoinDialog = (props: Props) => {
  const id = useId()
  const { officer, platoon, leaving = false, onClose } = props
  const state = useJoining(props)
  const title = leaving ? `Take ${officer.name} out of ${platoon?.name ?? 'the platoon'}` : `Platoon of ${officer.name}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="An officer belongs to one platoon at a time. What was worked before that day is kept."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button look="primary" type="submit" form={id} busy={state.join.pending} why={state.why}>
            {leaving ? 'Take out' : 'Save'}
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
        {!platoon && !leaving && <PickPlatoon value={state.platoon_id} onChange={state.setPlatoon} />}
        <Field
          label="From"
          hint={leaving ? 'The first day that is no longer theirs.' : 'The first day with its tours.'}
        >
          {(control) => (
            <DateInput {...control} value={state.starts_on} onChange={(event) => state.setDay(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
