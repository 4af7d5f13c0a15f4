import Timer from 'lucide-react/icons/timer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wasCutOff } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { extendNow, useGuardPhase, useHeartbeat } from '../client.ts'
import { WARNING_TOAST_MS } from '../rules.ts'

const inMinutes = (minutes: number) => `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/**
 * A strip that stays after the toast is gone: time left and a button to stay signed in, until the session ends or the next
 * action. It pushes the page down and sticks below the header while scrolling.
 */
const WarningStrip = ({ minutes, onExtend }: { minutes: number; onExtend: (() => void) | null }) => (
  <section
    aria-label="Session"
    data-session-warning
    className="no-print sticky top-[var(--header,56px)] z-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-warn-line bg-raised px-4 py-2"
  >
    <p className="flex items-center gap-2">
      <Timer aria-hidden className="size-4 shrink-0 text-warn" />
      {onExtend ? `You will be logged out ${inMinutes(minutes)}.` : `Your session ends ${inMinutes(minutes)}.`}
    </p>
    {onExtend && (
      <Button size="small" look="primary" onClick={onExtend}>
        Extend Session
      </Button>
    )}
  </section>
)

const useExtend = () => {
  /** The button press shows its own toast, which must not be dismissed with the warning. */
  const pressed = useRef(false)
  const extend = async () => {
    pressed.current = true
    try {
      await extendNow()
      toast.success('Session Extended', "You're still signed in.")
    } catch (error) {
      toast.failure(error)
    } finally {
      pressed.current = false
    }
  }
  return { extend, pressed }
}

/** Tracks inactivity (specification section 4): warns five minutes before the end and ends the session by the server's clock. */
const SessionGuard = () => {
  const { phase, minutes, extendable } = useGuardPhase()
  const { extend, pressed } = useExtend()
  useHeartbeat()
  const [told, setTold] = useState(false)
  const warning = phase === 'warning'
  const warn = useEffectEvent(() => {
    const text = extendable
      ? `You will be logged out ${inMinutes(minutes)} due to inactivity.`
      : `Your session ends ${inMinutes(minutes)}. Sessions last at most 12 hours.`
    const action = { label: 'Extend Session', onClick: () => void extend(), stays: true }
    toast.warning('Session Warning', text, { duration: WARNING_TOAST_MS, ...(extendable ? { action } : {}) })
  })
  const takeDown = useEffectEvent(() => {
    if (!pressed.current) toast.dismiss()
  })
  // A person who has signed in again no longer needs the message about the ended session.
  useEffect(() => {
    if (wasCutOff()) toast.dismiss()
  }, [])
  const warned = useRef(false)
  useEffect(() => {
    if (!warning) {
      if (warned.current && phase === 'active') takeDown()
      warned.current = false
      return
    }
    warned.current = true
    warn()
    const timer = setTimeout(() => setTold(true), WARNING_TOAST_MS)
    return () => {
      clearTimeout(timer)
      setTold(false)
    }
  }, [warning, phase])
  if (!warning || !told) return null
  return <WarningStrip minutes={minutes} onExtend={extendable ? () => void extend() : null} />
}

export default SessionGuard
