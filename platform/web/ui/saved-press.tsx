import CloudUpload from 'lucide-react/icons/cloud-upload'
import { type ReactNode, useEffect, useState } from 'react'
import { type Saved, useSavedKnown } from '../outbox-state.ts'
import { useZone } from '../session.ts'
import { clock } from '../time.ts'

/** In the button's place until the screen shows what a press did: a second one would be another press. */
export const SavedPress = ({ saved: { what, at, answered_at } }: { saved: Saved }) => (
  <p role="status" className="figures flex min-h-12 items-center gap-2 rounded-ui bg-hover px-4">
    <CloudUpload aria-hidden className="size-4 shrink-0 text-warn" />
    {what} {answered_at === undefined ? 'saved on this phone' : 'sent'}, {clock(at, useZone())}
  </p>
)

/** The buttons come after this even if the device never says what is saved on it. */
const answersWithin = 3000

/**
 * Holds the place of buttons whose press may be saved on this device already, until the device was asked: shown for a moment, they would
 * be pressed twice.
 */
export const OnceKnown = ({ children }: { children: ReactNode }) => {
  const known = useSavedKnown()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), answersWithin)
    return () => clearTimeout(timer)
  }, [])
  return <div className={known || late ? 'contents' : 'invisible contents'}>{children}</div>
}
