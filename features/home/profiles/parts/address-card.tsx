import { useState } from 'react'
import { requestAddress } from '#features/people/account-links/contract.own.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField, TextField } from '#platform/web/forms/fields.tsx'
import { PageForm } from '#platform/web/forms/page-form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

export const AddressCard = () => {
  const { person } = useSignedIn()
  const form = useContractForm(requestAddress, { email: '', current_password: '' })
  const request = useWrite(requestAddress)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Card title="Email" hint="Used to sign in and receive messages.">
      <div className="flex flex-col gap-4">
        <p className="font-medium break-all">{person.email}</p>
        {sentTo && (
          <Notice tone="ok" title="Check your email">
            We sent an email to {sentTo}. Open the link in it within 24 hours to confirm the change. Until then, sign in
            as before.
          </Notice>
        )}
        <PageForm
          form={form}
          onSubmit={async (values) => {
            await request.run(values)
            setSentTo(values.email.trim())
          }}
          onDone={() => form.reset()}
          action="Send link"
        >
          <TextField form={form} name="email" label="New email" type="email" inputMode="email" autoComplete="email" />
          <PasswordField form={form} name="current_password" label="Your password" />
        </PageForm>
      </div>
    </Card>
  )
}
