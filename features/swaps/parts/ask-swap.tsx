import { useId, useState } from 'react'
import { listOpenJobs } from '#features/signups/contract.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { askSwap, listMySwaps } from '../contract.ts'

const AskDialog = ({ signup_id, title, onClose }: { signup_id: string; title: string; onClose: () => void }) => {
  const id = useId()
  const form = useContractForm(askSwap, { signup_id, kind: 'give_away', badge_number: '', note: '' })
  const asking = useWrite(askSwap, { invalidates: [listMySwaps, listOpenJobs] })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Swap or give away"
      description={`${title}. Until it has taken effect the shift is yours.`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Offer the shift
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={(values) =>
          asking.run({ ...values, badge_number: values.badge_number || null, note: values.note || null })
        }
        onDone={() => {
          toast.success('Offered', 'You stay responsible until somebody has taken it.')
          onClose()
        }}
      >
        <RadioField
          form={form}
          name="kind"
          label="What do you want"
          options={[
            { value: 'give_away', label: 'Give it away', hint: 'Somebody else works it.' },
            { value: 'swap', label: 'Swap', hint: 'For a shift of theirs, which they name and you agree to.' },
          ]}
        />
        <TextField
          form={form}
          name="badge_number"
          label="Badge number of a colleague"
          hint="Empty: offered to everyone who may work it."
          optional
        />
        <TextareaField form={form} name="note" label="Note" maxLength={500} optional />
      </Form>
    </Dialog>
  )
}

/** The button beside an own confirmed place that offers it to colleagues. */
export const AskSwap = ({ signup_id, title }: { signup_id: string; title: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide aria-label={`Swap or give away: ${title}`} onClick={() => setOpen(true)}>
        Swap or give away
      </Button>
      {open && <AskDialog signup_id={signup_id} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
