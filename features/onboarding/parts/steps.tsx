import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useState } from 'react'
import { BrandEditor } from '#features/branding/parts/brand-editor.tsx'
import { importOfficers } from '#features/officer-imports/contract.ts'
import { ImportFlow, useImport } from '#features/officer-imports/parts/import-flow.tsx'
import { inviteOfficers } from '#features/officers/contract.ts'
import { AddOfficer } from '#features/officers/parts/add-officer.tsx'
import { InviteAll, RegistrationAddress } from '#features/officers/parts/invite-all.tsx'
import { paths } from '#platform/shared/paths.ts'
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
  /** What stands has changed: ask again at once. */
  onChanged: () => void
  onNext: () => void
}

const officers = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'officer' : 'officers'}`

export const BrandStep = () => <BrandEditor />

export const RosterStep = ({ onboarding, onChanged }: StepProps) => {
  const state = useImport()
  const [adding, setAdding] = useState(false)
  const imported = state.done !== null
  useEffect(() => {
    if (imported) onChanged()
  }, [imported, onChanged])
  return (
    <div className="flex flex-col gap-4">
      <SupportClosed>Officers are taken on by the department’s own admins: support only looks.</SupportClosed>
      {onboarding.officers > 0 && !imported && (
        <Notice tone="ok" title={`${officers(onboarding.officers)} on the roster`}>
          <TextLink to={paths.adminOfficers()}>See them</TextLink>, or bring another file.
        </Notice>
      )}
      <Needs call={importOfficers}>
        <ImportFlow state={state} onward={null} />
        {!state.checked && (
          <div className="flex flex-wrap items-center gap-3 text-soft">
            <span>No list at hand?</span>
            <Button icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
              Add one by hand
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
        title={`“${shift.title}” is published`}
        action={
          <>
            <ButtonLink to={paths.adminAssignment(shift.id)}>See the shift</ButtonLink>
            <ButtonLink to={paths.adminAssignmentNew()}>Post another</ButtonLink>
          </>
        }
      >
        Every officer with an account sees it now.
      </Notice>
    )
  return (
    <FirstShift
      onPublished={({ title }) => {
        toast.success('Published', `“${title}”`)
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
        <Notice tone="ok" title={`${officers(invited)} invited or signed in already`}>
          A link works once, for seven days; a new one can be sent from the roster.
        </Notice>
      )}
      {(invitable > 0 || invited === 0) && (
        <Card title="By mail" hint="To everyone on the roster who has an address and was not invited yet.">
          <SupportClosed>Officers are invited by the department’s own admins: support only looks.</SupportClosed>
          <Needs call={inviteOfficers}>
            <InviteAll invitable={invitable} onDone={onChanged} />
          </Needs>
        </Card>
      )}
      <Card
        title="By your registration address"
        hint={
          without > 0
            ? `${officers(without)} on the roster without an e-mail address: hand them this. Who registers waits for your approval.`
            : 'For whoever is not on the roster. Who registers waits for your approval.'
        }
      >
        <RegistrationAddress />
      </Card>
    </div>
  )
}
