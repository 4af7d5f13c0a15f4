import { useState } from 'react'
import { ANSWER_MAX } from '#features/department/contact-requests/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ContactRequest, listContacts, workContact } from '../contract.contact.ts'

const typed = endpoint({ ...workContact, input: workContact.input.pick({ answer: true }) })

const Newer = ({ row, onGoOn }: { row: ContactRequest; onGoOn: () => void }) => (
  <Notice
    tone="warn"
    title="Changed by someone else"
    action={
      <Button size="small" onClick={onGoOn}>
        Continue anyway
      </Button>
    }
  >
    {row.worker?.name ?? 'A colleague'} updated this request.{' '}
    {row.answer !== '' && <span className="mt-2 block whitespace-pre-line">{row.answer}</span>}
  </Notice>
)

/** Sends the answer to the requester, in the app and by email. */
export const AnswerDialog = ({ row, onClose }: { row: ContactRequest; onClose: () => void }) => {
  const form = useContractForm(typed, { answer: '' }, { draftKey: `contact:${row.id}` })
  const send = useWrite(workContact, { invalidates: [listContacts] })
  const [seen, setSeen] = useState(row)
  const newer = row.version > seen.version
  return (
    <FormDialog
      form={form}
      title={`Answer ${row.organization.name}`}
      description={`${row.sender?.name ?? 'The sender'} will be notified in the app and by email.`}
      action="Send answer"
      why={newer ? 'A colleague updated this request. Review the update first.' : null}
      onSubmit={({ answer = '' }) => {
        const place = { organization_id: row.organization.id, id: row.id }
        return send.run({ ...place, version: seen.version, action: 'answer', answer })
      }}
      onDone={() => toast.success('Answer sent', `${row.sender?.name ?? 'The sender'} has been notified.`)}
      onClose={onClose}
    >
      {newer && <Newer row={row} onGoOn={() => setSeen(row)} />}
      {row.message !== '' && (
        <p className="border-l-2 border-line pl-3 whitespace-pre-line text-soft wrap-anywhere">{row.message}</p>
      )}
      <TextareaField form={form} name="answer" label="Answer" rows={6} maxLength={ANSWER_MAX} />
    </FormDialog>
  )
}
