import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Smartphone from 'lucide-react/icons/smartphone'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm, Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Factor } from '../contract.ts'
import * as c from '../contract.ts'
import { mayRemove } from '../rules.ts'
import { useProof } from './prove.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

type Own = OutputOf<typeof c.listFactors>
type Proved = ReturnType<typeof useProof>['proved']

export const useOwnCalls = (proved: Proved) => {
  const beginApp = useWrite(c.beginApp)
  const confirmApp = useWrite(c.confirmApp)
  const beginPasskey = useWrite(c.beginPasskey)
  const confirmPasskey = useWrite(c.confirmPasskey)
  return {
    beginApp: () => proved(() => beginApp.run({})),
    confirmApp: (input: { factor_id: string; code: string }) => proved(() => confirmApp.run(input)),
    beginPasskey: () => proved(() => beginPasskey.run({})),
    confirmPasskey: confirmPasskey.run,
  }
}

const Rename = ({ factor, proved, onClose }: { factor: Factor; proved: Proved; onClose: () => void }) => {
  const form = useContractForm(c.renameFactor, { factor_id: factor.id, name: factor.name })
  const rename = useWrite(c.renameFactor, { invalidates: [c.listFactors] })
  return (
    <FormDialog
      form={form}
      title={`Rename "${factor.name}"`}
      action="Rename"
      back={null}
      onSubmit={(values) => proved(() => rename.run(values))}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" autoFocus />
    </FormDialog>
  )
}

const Row = ({ factor, own, proved }: { factor: Factor; own: Own; proved: Proved }) => {
  const zone = useZone()
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null)
  const remove = useWrite(c.removeFactor, { invalidates: [c.listFactors] })
  const Icon = factor.kind === 'app' ? Smartphone : KeyRound
  const isLast = !mayRemove(own.factors.length, own.required)
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{factor.name}</span>
        <span className="block text-small text-faint">
          {factor.kind === 'app' ? 'Authenticator app' : 'Passkey'} · added {day(factor.created_at, zone)}
          {factor.last_used_at && ` · used ${day(factor.last_used_at, zone)}`}
        </span>
      </span>
      <IconButton label={`Rename ${factor.name}`} icon={<Pencil aria-hidden />} onClick={() => setAsking('rename')} />
      <IconButton label={`Remove ${factor.name}`} icon={<Trash2 aria-hidden />} onClick={() => setAsking('remove')} />
      {asking === 'rename' && <Rename factor={factor} proved={proved} onClose={() => setAsking(null)} />}
      {asking === 'remove' && isLast && (
        <Dialog
          open
          onClose={() => setAsking(null)}
          title="You can't remove your last second factor"
          description="Your account needs a second factor. Add another one before you remove this one."
          actions={<Button onClick={() => setAsking(null)}>Close</Button>}
        />
      )}
      {asking === 'remove' && !isLast && (
        <Confirm
          open
          onClose={() => setAsking(null)}
          title={`Remove "${factor.name}"?`}
          text={
            own.factors.length === 1
              ? "You'll sign in with your password only, and your recovery codes will stop working."
              : "You'll no longer be able to sign in with it. We'll email you a confirmation."
          }
          action="Remove"
          look="danger"
          onConfirm={() => proved(() => remove.run({ factor_id: factor.id }))}
        />
      )}
    </li>
  )
}

const Codes = ({ own, onMade, proved }: { own: Own; onMade: (codes: string[]) => void; proved: Proved }) => {
  const renew = useWrite(c.renewRecoveryCodes, { invalidates: [c.listFactors] })
  const [asking, setAsking] = useState(false)
  const left = own.codes_left ?? 0
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">Recovery codes</span>
        <span className={left < 3 ? 'block text-small text-warn' : 'block text-small text-faint'}>
          {left === 1 ? '1 left' : `${left} left`}
        </span>
      </span>
      <Button onClick={() => setAsking(true)}>Create new codes</Button>
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title="Create new recovery codes?"
          text="You'll see 10 new codes once. Your old codes stop working."
          action="Create new codes"
          look="primary"
          onConfirm={async () => onMade((await proved(() => renew.run({}))).recovery_codes)}
        />
      )}
    </div>
  )
}

/** Card on the person's own page: sign-in methods besides the password. */
export const OwnFactors = () => {
  const read = useRead(c.listFactors, {})
  const { proved, question } = useProof()
  const calls = useOwnCalls(proved)
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const own = read.data
  if (!own)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={4} />
  const isOn = own.factors.length > 0
  return (
    <Card
      title="Multi-factor sign-in"
      hint="A code or passkey in addition to your password."
      aside={<Badge tone={isOn ? 'ok' : 'plain'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <div className="flex flex-col gap-3">
        {!isOn && (
          <Notice
            title={own.required ? 'Your account needs a second factor' : 'Your account is protected only by a password'}
          >
            Anyone who learns your password can sign in as you. A second factor prevents that.
          </Notice>
        )}
        {isOn && (
          <ul className="divide-y divide-line" aria-label="Second factors">
            {own.factors.map((factor) => (
              <Row key={factor.id} factor={factor} own={own} proved={proved} />
            ))}
          </ul>
        )}
        <div>
          <Button look={isOn ? 'plain' : 'primary'} wide onClick={() => setAdding(true)}>
            {isOn ? 'Add another' : 'Set up'}
          </Button>
        </div>
        {isOn && <Codes own={own} proved={proved} onMade={setCodes} />}
      </div>
      {adding && (
        <Dialog open onClose={() => setAdding(false)} title="Add a second factor">
          <SetUp
            calls={calls}
            onDone={({ recovery_codes }) => {
              setAdding(false)
              setCodes(recovery_codes)
              void read.refetch()
              toast.success('Added', "You'll use it when you sign in.")
            }}
          />
        </Dialog>
      )}
      {codes && (
        <Dialog open onClose={() => setCodes(null)} title="Recovery codes">
          <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
        </Dialog>
      )}
      {question}
    </Card>
  )
}
