import CloudUpload from 'lucide-react/icons/cloud-upload'
import LogOut from 'lucide-react/icons/log-out'
import { useEffect, useState } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { ofOwner } from '#platform/web/outbox.ts'
import { forgetRunning, type RunningShift } from '#platform/web/running-shift.ts'
import { clock, setTimeFormat } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LateConfirm } from '#platform/web/ui/late-confirm.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import { saveCheckOut } from '../client.locked.ts'
import { checkOutFrom } from '../rules.ts'
import { questionOf } from './press.tsx'

const Saved = ({ at, zone }: { at: number; zone: string }) => (
  <Card>
    <p role="status" className="figures flex items-center gap-2 font-medium">
      <CloudUpload aria-hidden className="size-5 shrink-0 text-warn" />
      Check-out saved on this phone, {clock(at, zone)}
    </p>
    <p className="mt-1 text-soft">
      Sign in to send it. Your recorded time is {clock(at, zone)}, even if you sign in later.
    </p>
  </Card>
)

const PressOut = ({ shift, now }: { shift: RunningShift; now: number }) => {
  const [asked, setAsked] = useState<ReturnType<typeof questionOf>>(null)
  const [busy, setBusy] = useState(false)
  const save = () =>
    saveCheckOut(shift, now).catch(() => {
      toast.error('Not saved', 'This browser isn’t storing data. Sign in to check out.')
      throw new SaidAlready()
    })
  const press = async () => {
    const question = questionOf(shift, now, shift.time_zone, true)
    if (question) return setAsked(question)
    setBusy(true)
    await save().catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      <Button look="primary" size="large" wide icon={<LogOut aria-hidden />} busy={busy} onClick={() => void press()}>
        Check out
      </Button>
      {asked && (
        <LateConfirm
          open
          onClose={() => setAsked(null)}
          {...asked}
          look="danger-tint"
          back="Stay on duty"
          onConfirm={save}
        />
      )}
    </>
  )
}

/**
 * On the sign-in page of an officer who is checked in to a shift. Shows times and nothing else of the shift, because whoever holds the
 * phone sees it.
 */
export default function LockedShift({ shift }: { shift: RunningShift }) {
  const now = useNow(1000) + shift.ahead_ms
  setTimeFormat(shift.time_format)
  const { owner, out_at } = shift
  useEffect(() => {
    // Sent since, from another screen.
    const look = async () => (await ofOwner(owner)).length > 0 || forgetRunning()
    if (out_at !== null) look().catch(() => undefined)
  }, [owner, out_at])
  if (shift.out_at !== null) return <Saved at={shift.out_at + shift.ahead_ms} zone={shift.time_zone} />
  if (now < Math.max(Date.parse(shift.starts_at), Date.parse(checkOutFrom(shift.since)))) return null
  return (
    <Card title={`On duty since ${clock(shift.since, shift.time_zone)}`}>
      <p className="mb-4 text-soft">
        You can check out now and sign in later. The check-out is saved on this phone and sent when you sign in.
      </p>
      <PressOut shift={shift} now={now} />
    </Card>
  )
}
