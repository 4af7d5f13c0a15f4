import { useEffect, useRef, useState } from 'react'
import { statuses } from '#features/department/feedback/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeFeedback, type FeedbackDetail, readFeedback } from '../contract.feedback.ts'
import { ANSWER_MOST } from '../rules.feedback.ts'
import { workWords } from '../words.feedback.ts'

const form = endpoint({ ...changeFeedback, input: changeFeedback.input.pick({ status: true, answer: true }) })

/**
 * Filled with the version the reader saw. A newer version loads automatically while nothing is typed; otherwise the reader is offered
 * it.
 */
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
          told === 0 ? 'No one was notified.' : `${told} ${told === 1 ? 'person was' : 'people were'} notified.`,
        )
      }}
    >
      {newer && isDirty && !saved.current && (
        <Notice
          tone="warn"
          title="Changed by someone else"
          action={
            <Button size="small" onClick={onTake}>
              Load new version
            </Button>
          }
        >
          A colleague changed this while you were editing. Loading the new version discards your text.
        </Notice>
      )}
      <SelectField
        form={fields}
        name="status"
        label="Status"
        options={statuses.map((value) => ({ value, label: workWords[value] }))}
        className="md:w-56"
      />
      <TextareaField
        form={fields}
        name="answer"
        label="Answer"
        hint="Visible to the sender and to the senders of merged requests. Required for Done and Declined."
        rows={5}
        maxLength={ANSWER_MOST}
        optional
      />
      <div>
        <SubmitButton form={fields}>Save and notify</SubmitButton>
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
