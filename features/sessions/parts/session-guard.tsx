import Timer from 'lucide-react/icons/timer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wasCutOff } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { extendNow, useGuardPhase, useHeartbeat } from '../client.ts'
import { WARNING_TOAST_MS } from '../rules.ts'

const inMinutes = (minutes: number) => `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** What the toast was too short for: how long is left, and the way to stay, until the end or the next act. */
const WarningStrip = ({ minutes, onExtend }: { minutes: number; onExtend: (() => void) | null }) => (
  <section
    aria-label="Session"
    data-session-warning
    className="no-print fixed inset-x-0 top-14 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-warn-line bg-raised px-4 py-2 shadow-float"
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
  /** The press is answered by a toast of its own, which must not be taken down with the warning. */
  const pressed = useRef(false)
  const extend = async () => {
    pressed.current = true
    try {
      await extendNow()
      toast.success('Session Extended', 'You stay signed in.')
    } catch (error) {
      toast.failure(error)
    } finally {
      pressed.current = false
    }
  }
  return { extend, pressed }
}

/** Watches for inactivity (specification section 4): warns five minutes before the end; when the server's clock says so, it ends. */
const SessionGuard = () => {
  const { phase, minutes, extendable } = useGuardPhase()
  const { extend, pressed } = useExtend()
  useHeartbeat()
  const [told, setTold] = useState(false)
  const warning = phase === 'warning'
  const warn = useEffectEvent(() => {
    const text = extendable
      ? `You will be logged out ${inMinutes(minutes)} due to inactivity.`
      : `Your session ends ${inMinutes(minutes)}: it lasts 12 hours at most.`
    const action = { label: 'Extend Session', onClick: () => void extend(), stays: true }
    toast.warning('Session Warning', text, { duration: WARNING_TOAST_MS, ...(extendable ? { action } : {}) })
  })
  const takeDown = useEffectEvent(() => {
    if (!pressed.current) toast.dismiss()
  })
  // Whoever is back needs no word of the end any more.
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
