import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { useProofField } from '#features/factors/parts/proof-field.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SwitchField, TextareaField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useRenewSession, useSignedIn } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useGo } from '#platform/web/url.ts'
import { startSupport } from '../contract.ts'
import { SUPPORT_MINUTES } from '../rules.ts'

const StartForm = ({ organizationId, onClose }: { organizationId: string; onClose: () => void }) => {
  const form = useContractForm(startSupport, { organization_id: organizationId, reason: '', may_write: false })
  const start = useWrite(startSupport)
  const proof = useProofField('Look inside')
  const writes = form.watch('may_write')
  const renew = useRenewSession()
  const go = useGo()
  const open = async () => {
    await renew()
    onClose()
    go(paths.adminDashboard())
  }
  return (
    <Form
      form={form}
      onSubmit={(values) => (writes ? proof.proved(() => start.run(values)) : start.run(values))}
      onDone={() => void open()}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="10 characters or more. The department’s admins read it."
        rows={3}
      />
      <SwitchField
        form={form}
        name="may_write"
        label="Allow changes"
        hint="Of settings, branding, FAQ, assignments and officers’ details. Never of sign-in, places, hours or who has access."
      />
      {writes && proof.field}
      <SubmitButton form={form}>Look inside</SubmitButton>
    </Form>
  )
}

type Props = {
  organization: { id: string; name: string }
  /** Why it cannot be opened: an organization that is erased. */
  why?: string | null
  size?: 'small' | 'normal'
}

/** On an organization's page: looks inside, with a reason. Where this session does already, leads there. */
export const StartSupportAccess = ({ organization, why = null, size = 'normal' }: Props) => {
  const [open, setOpen] = useState(false)
  const { support, organization: inside } = useSignedIn()
  if (support && inside?.id === organization.id)
    return (
      <ButtonLink size={size} to={paths.adminDashboard()} icon={<Eye aria-hidden />}>
        Go inside
      </ButtonLink>
    )
  return (
    <>
      <Button size={size} icon={<Eye aria-hidden />} why={why} onClick={() => setOpen(true)}>
        Look inside
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Look inside ${organization.name}?`}
        description={`You see its admin pages as its admins do, for ${SUPPORT_MINUTES} minutes at most. Its admins are told at once, see it on every page, and can end it; it stays in both audit logs.${support ? ` What you look into now, ${inside?.name}, ends with it.` : ''}`}
      >
        <StartForm organizationId={organization.id} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
