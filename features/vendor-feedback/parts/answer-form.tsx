import { useEffect, useRef, useState } from 'react'
import { statuses } from '#features/feedback/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeFeedback, type FeedbackDetail, readFeedback } from '../contract.ts'
import { ANSWER_MOST } from '../rules.ts'
import { workWords } from '../rules.words.ts'

const form = endpoint({ ...changeFeedback, input: changeFeedback.input.pick({ status: true, answer: true }) })

/** Filled with what was seen. A newer state is taken by itself while nothing is typed, and offered otherwise. */
const Fields = ({ seen, latest, onTake }: { seen: FeedbackDetail; latest: FeedbackDetail; onTake: () => void }) => {
  const fields = useContractForm(form, { status: seen.status, answer: seen.answer ?? '' })
  const save = useWrite(changeFeedback, { invalidates: [readFeedback] })
  const saved = useRef(false)
  const newer = latest.version > seen.version
  const { isDirty } = fields.formState
  useEffect(() => {
    if (newer && (!isDirty || saved.current)) onTake()
  }, [newer, isDirty, onTake])
  return (
    <Form
      form={fields}
      onSubmit={async (values) => {
        const place = { kind: seen.kind, organization_id: seen.organization.id, id: seen.id }
        const { told } = await save.run({ ...place, version: seen.version, ...values })
        saved.current = true
        toast.success(
          'Saved',
          told === 0 ? 'Nobody had to be told.' : `${told} ${told === 1 ? 'person is' : 'people are'} told.`,
        )
      }}
    >
      {newer && isDirty && !saved.current && (
        <Notice
          tone="warn"
          title="Changed meanwhile"
          action={
            <Button size="small" onClick={onTake}>
              Show the new state
            </Button>
          }
        >
          A colleague changed it while you typed. What you typed is lost when you take the new state.
        </Notice>
      )}
      <SelectField
        form={fields}
        name="status"
        label="State"
        options={statuses.map((value) => ({ value, label: workWords[value] }))}
        className="md:w-56"
      />
      <TextareaField
        form={fields}
        name="answer"
        label="Answer"
        hint="The sender reads it, and so does everybody whose request is merged into this one. Done and declined need one."
        rows={5}
        maxLength={ANSWER_MOST}
        optional
      />
      <div>
        <SubmitButton form={fields}>Save and tell</SubmitButton>
      </div>
    </Form>
  )
}

export const AnswerForm = ({ item }: { item: FeedbackDetail }) => {
  const [seen, setSeen] = useState(item)
  return (
    <Card title="Answer">
      <Fields key={seen.version} seen={seen} latest={item} onTake={() => setSeen(item)} />
    </Card>
  )
}
