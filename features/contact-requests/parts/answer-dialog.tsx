import { useState } from 'react'
import { endpoint } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ContactRequest, listContacts, workContact } from '../contract.vendor.ts'
import { ANSWER_MAX } from '../rules.ts'

const typed = endpoint({ ...workContact, input: workContact.input.pick({ answer: true }) })

const Newer = ({ row, onGoOn }: { row: ContactRequest; onGoOn: () => void }) => (
  <Notice
    tone="warn"
    title="Changed meanwhile"
    action={
      <Button size="small" onClick={onGoOn}>
        Go on all the same
      </Button>
    }
  >
    {row.worker?.name ?? 'A colleague'} worked this request while you typed.
    {row.answer !== '' && <span className="mt-2 block whitespace-pre-line">{row.answer}</span>}
  </Notice>
)

/** The answer goes out when it is sent: to who asked, in the app and by mail. */
export const AnswerDialog = ({ row, onClose }: { row: ContactRequest; onClose: () => void }) => {
  const form = useContractForm(typed, { answer: '' }, { draftKey: `contact:${row.id}` })
  const send = useWrite(workContact, { invalidates: [listContacts] })
  const [seen, setSeen] = useState(row)
  const newer = row.version > seen.version
  const formId = 'contact-answer'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Answer ${row.organization.name}`}
      description={`${row.sender?.name ?? 'Who asked'} is told in the app and by mail.`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton
            form={form}
            formId={formId}
            why={newer ? 'A colleague changed it meanwhile: read it first.' : null}
          >
            Send answer
          </SubmitButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {newer && <Newer row={row} onGoOn={() => setSeen(row)} />}
        {row.message !== '' && (
          <p className="border-l-2 border-line pl-3 whitespace-pre-line text-soft wrap-anywhere">{row.message}</p>
        )}
        <Form
          form={form}
          id={formId}
          onSubmit={async ({ answer = '' }) => {
            const place = { organization_id: row.organization.id, id: row.id }
            await send.run({ ...place, version: seen.version, action: 'answer', answer })
          }}
          onDone={() => {
            toast.success('Answer sent', `${row.sender?.name ?? 'Who asked'} is told.`)
            onClose()
          }}
        >
          <TextareaField form={form} name="answer" label="Answer" rows={6} maxLength={ANSWER_MAX} />
        </Form>
      </div>
    </Dialog>
  )
}
