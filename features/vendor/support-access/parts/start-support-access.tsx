import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SwitchField, TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useRenewSession, useSignedIn } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { useGo } from '#platform/web/url.ts'
import { startSupport } from '../contract.ts'
import { SUPPORT_MINUTES } from '../rules.ts'

type StartProps = {
  organization: { id: string; name: string }
  open: boolean
  /** What else starting it does: access to another department ends. */
  alsoEnds: string
  onClose: () => void
}

const StartDialog = ({ organization, open, alsoEnds, onClose }: StartProps) => {
  const form = useContractForm(startSupport, { organization_id: organization.id, reason: '', may_write: false })
  const start = useWrite(startSupport)
  const proof = useProofField('Start support access')
  const writes = form.watch('may_write')
  const renew = useRenewSession()
  const go = useGo()
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Start support access to ${organization.name}?`}
      description={`You can see the organization's admin pages for up to ${SUPPORT_MINUTES} minutes. Its admins are notified, see a banner and can end your access. Both audit logs record your access.${alsoEnds}`}
      action="Start support access"
      back={null}
      onSubmit={async (values) => {
        await (writes ? proof.proved(() => start.run(values)) : start.run(values))
        await renew()
      }}
      onDone={() => go(paths.adminDashboard())}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="10 characters or more. The organization's admins will see this."
        rows={3}
      />
      <SwitchField
        form={form}
        name="may_write"
        label="Allow changes"
        hint="Settings, branding, FAQ, shifts and officer details. Never sign-in, sign-ups, hours or access."
      />
      {writes && proof.field}
    </FormDialog>
  )
}

type Props = {
  organization: { id: string; name: string }
  /** Why access cannot be started: the organization is erased. */
  why?: string | null
  size?: 'small' | 'normal'
}

/** On an organization's page: starts support access with a reason. If this session already has access, links there. */
export const StartSupportAccess = ({ organization, why = null, size = 'normal' }: Props) => {
  const [asked, setAsked] = useState<'never' | 'open' | 'closed'>('never')
  const { support, organization: inside } = useSignedIn()
  if (support && inside?.id === organization.id)
    return (
      <ButtonLink size={size} to={paths.adminDashboard()} icon={<Eye aria-hidden />}>
        Start support access
      </ButtonLink>
    )
  return (
    <>
      <Button size={size} icon={<Eye aria-hidden />} why={why} onClick={() => setAsked('open')}>
        Start support access
      </Button>
      {asked !== 'never' && (
        <StartDialog
          organization={organization}
          open={asked === 'open'}
          alsoEnds={support ? ` This ends your current access to ${inside?.name}.` : ''}
          onClose={() => setAsked('closed')}
        />
      )}
    </>
  )
}
