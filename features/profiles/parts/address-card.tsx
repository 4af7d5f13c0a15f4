import { useState } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { requestAddress } from '../contract.ts'

export const AddressCard = () => {
  const { person } = useSignedIn()
  const form = useContractForm(requestAddress, { email: '', current_password: '' })
  const request = useWrite(requestAddress)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Card title="Address" hint="You sign in with it, and mails go there.">
      <div className="flex flex-col gap-4">
        <p className="font-medium break-all">{person.email}</p>
        {sentTo && (
          <Notice tone="ok" title="Check your mail">
            A mail is on its way to {sentTo}. The address changes once its link is opened, within 24 hours; until then
            you sign in as before.
          </Notice>
        )}
        <Form
          form={form}
          onSubmit={async (values) => {
            await request.run(values)
            setSentTo(values.email.trim())
          }}
          onDone={() => form.reset()}
        >
          <TextField form={form} name="email" label="New address" type="email" inputMode="email" autoComplete="email" />
          <PasswordField form={form} name="current_password" label="Your password" />
          <div>
            <SubmitButton form={form}>Send the link</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  )
}
