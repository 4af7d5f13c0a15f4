import QrCode from 'lucide-react/icons/qr-code'
import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useState } from 'react'
import { BrandEditor } from '#features/department/branding/parts/brand-editor.tsx'
import { importOfficers } from '#features/roster/officer-imports/contract.ts'
import { ImportFlow, useImport } from '#features/roster/officer-imports/parts/import-flow.tsx'
import { inviteOfficers } from '#features/roster/officers/contract.ts'
import { AddOfficer } from '#features/roster/officers/parts/add-officer.tsx'
import { InviteAll, RegistrationAddress } from '#features/roster/officers/parts/invite-all.tsx'
import { paths } from '#platform/shared/paths.ts'
import { counted } from '#platform/shared/text.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Onboarding } from '../contract.ts'
import { FirstShift } from './first-shift.tsx'

export type StepProps = {
  onboarding: Onboarding
  /** The setup state has changed: refetch right away. */
  onChanged: () => void
  onNext: () => void
}

const officers = (count: number) => counted(count, 'officer')

export const BrandStep = ({ onChanged, onNext }: StepProps) => (
  <BrandEditor
    action="Save and continue"
    onSaved={() => {
      onChanged()
      onNext()
    }}
  />
)

export const RosterStep = ({ onboarding, onChanged }: StepProps) => {
  const state = useImport()
  const [adding, setAdding] = useState(false)
  const imported = state.done !== null
  useEffect(() => {
    if (imported) onChanged()
  }, [imported, onChanged])
  return (
    <div className="flex flex-col gap-4">
      <SupportClosed>Only the department's admins can add officers. Support access is read-only.</SupportClosed>
      {onboarding.officers > 0 && !imported && (
        <Notice tone="ok" title={`${officers(onboarding.officers)} on the roster`}>
          <TextLink to={paths.adminOfficers()}>View roster</TextLink>, or import another file.
        </Notice>
      )}
      <Needs call={importOfficers}>
        <ImportFlow state={state} onward={null} />
        {!state.checked && (
          <div className="flex flex-wrap items-center gap-3 text-soft">
            <span>No list?</span>
            <Button icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
              Add an officer manually
            </Button>
          </div>
        )}
      </Needs>
      {adding && (
        <AddOfficer
          onClose={() => {
            setAdding(false)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

export const ShiftStep = ({ onboarding, onChanged, onNext }: StepProps) => {
  const { shift } = onboarding
  if (shift)
    return (
      <Notice
        tone="ok"
        title={`"${shift.title}" is published`}
        action={
          <>
            <ButtonLink to={paths.adminAssignment(shift.id)}>View shift</ButtonLink>
            <ButtonLink to={paths.adminAssignmentNew()}>Post another</ButtonLink>
          </>
        }
      >
        Officers with an account can see it now.
      </Notice>
    )
  return (
    <FirstShift
      onPublished={({ title }) => {
        toast.success('Published', `"${title}"`)
        onChanged()
        onNext()
      }}
    />
  )
}

export const InviteStep = ({ onboarding, onChanged }: StepProps) => {
  const { invited, invitable } = onboarding
  const without = onboarding.officers - invited - invitable
  return (
    <div className="flex flex-col gap-5">
      {invited > 0 && (
        <Notice tone="ok" title={`${officers(invited)} already invited or signed in`}>
          Links work once and expire in 7 days. Send new ones from the roster.
        </Notice>
      )}
      {(invitable > 0 || invited === 0) && (
        <Card title="Email" hint="Everyone on the roster with an email who hasn't been invited.">
          <SupportClosed>Only the department's admins can invite officers. Support access is read-only.</SupportClosed>
          <Needs call={inviteOfficers}>
            <InviteAll invitable={invitable} onDone={onChanged} />
          </Needs>
        </Card>
      )}
      <Card
        title="By registration link"
        hint={
          without > 0
            ? `${officers(without)} on the roster ${without === 1 ? 'has' : 'have'} no email. Share this link; they register with their badge number and you approve them.`
            : "For officers who aren't on the roster. You approve each registration."
        }
      >
        <div className="flex flex-col gap-4">
          <RegistrationAddress />
          <div>
            <ButtonLink to={paths.adminOfficersPosters()} icon={<QrCode aria-hidden />}>
              QR poster for roll call
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  )
}
