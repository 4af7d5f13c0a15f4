import { useId, useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { type Seen, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { beside, inputOf, type MinimumInput, minimumForm, newMinimum, typedOf } from '../client.ts'
import { addMinimum, editMinimum, listForecast, listMinimums, type Minimum, tryMinimum } from '../contract.ts'
import { type Choices, MinimumFields, whoOptions } from './minimum-fields.tsx'
import { MinimumChanged } from './minimum-news.tsx'
import { TriedMinimum } from './tried.tsx'

const invalidates = [listMinimums, listForecast]

type Props = { minimum: Minimum | null; choices: Choices; today: string; onClose: () => void }
type Tried = { input: MinimumInput; answer: OutputOf<typeof tryMinimum> }

const firstOf = (choices: Choices, today: string) => {
  const [platoon] = choices.platoons
  const who = whoOptions(choices)[0]?.value ?? ''
  return newMinimum(today, who, platoon ? platoon.unit : (choices.units[0] ?? null))
}

const useSteps = ({ choices, today, onClose }: Props, { seen: minimum }: Seen<Minimum | null>) => {
  const form = useContractForm(
    minimumForm,
    minimum ? typedOf(minimum) : firstOf(choices, today),
    minimum ? {} : { draftKey: 'minimum:new' },
  )
  const [tried, setTried] = useState<Tried | null>(null)
  const trying = useWrite(tryMinimum)
  const add = useWrite(addMinimum, { invalidates })
  const edit = useWrite(editMinimum, { invalidates })
  const tryIt = async () => {
    const input = inputOf(form.getValues())
    try {
      setTried({ input, answer: await trying.run({ ...input, minimum_id: minimum?.id ?? null }) })
    } catch (error) {
      throw beside(error)
    }
  }
  const set = async ({ input }: Tried) => {
    if (minimum) await edit.run({ ...input, minimum_id: minimum.id, version: minimum.version })
    else await add.run(input)
    toast.success(minimum ? 'Minimum changed' : 'Minimum set', input.name)
    onClose()
  }
  return { form, tried, edit: () => setTried(null), tryIt, set, setting: add.pending || edit.pending }
}

/** Steps: enter a minimum, preview what it would open, then save it. */
export const MinimumDialog = (props: Props) => {
  const { choices, today, onClose } = props
  const of = useSeen(props.minimum)
  const minimum = of.seen
  const id = useId()
  const { form, tried, edit, tryIt, set, setting } = useSteps(props, of)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={minimum ? `Change ${minimum.name}` : 'New minimum'}
      description="Tours (minus leave) and overtime count toward the minimum, minute by minute."
      actions={
        tried === null ? (
          <>
            <Button onClick={onClose}>Back</Button>
            <SubmitButton form={form} formId={id}>
              Preview shifts
            </SubmitButton>
          </>
        ) : (
          <>
            <Button onClick={edit}>Edit</Button>
            <Button look="primary" busy={setting} onClick={() => void set(tried).catch(toast.failure)}>
              {minimum ? 'Save changes' : 'Set minimum'}
            </Button>
          </>
        )
      }
    >
      {!setting && (
        <div className="mb-4 empty:hidden">
          <MinimumChanged of={of} today={today} />
        </div>
      )}
      <Form form={form} id={id} onSubmit={tryIt} className={tried === null ? 'gap-6' : 'hidden'}>
        <MinimumFields form={form} choices={choices} />
      </Form>
      {tried !== null && <TriedMinimum tried={tried.answer} />}
    </Dialog>
  )
}
