import { useEffect, useEffectEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#platform/web/ui/button.tsx'
import { product } from '../product.ts'

type Way = () => Promise<void>

const LockScreen = ({ unlock, leave, onDone }: { unlock: Way; leave: Way; onDone: () => void }) => {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const take = async (way: Way) => {
    if (busy) return
    setBusy(true)
    setFailed(false)
    try {
      await way()
      onDone()
    } catch {
      setBusy(false)
      setFailed(true)
    }
  }
  const first = useEffectEvent(() => void take(unlock))
  useEffect(() => first(), [])
  return (
    <div className="fixed inset-0 z-[100] flex flex-col items-center justify-center gap-5 bg-canvas px-6 text-center text-ink">
      <h1 className="text-title font-semibold">{product} is locked</h1>
      <p role="status" className="text-soft">
        {failed ? "That didn't work. Try again, or sign out." : 'Unlock it with your face, fingerprint or passcode.'}
      </p>
      <div className="flex flex-col gap-3">
        <Button look="primary" busy={busy} onClick={() => void take(unlock)}>
          Unlock
        </Button>
        <Button onClick={() => void take(leave)}>Sign out</Button>
      </div>
    </div>
  )
}

/** Covers the page, and takes it out of reach of keyboard and screen reader. Resolves after unlocking or signing out. */
export const showLock = (unlock: Way, leave: Way): Promise<void> =>
  new Promise((resolve) => {
    // Dialogs and menus stand beside the application.
    const others = [...document.body.children].filter((one) => !one.hasAttribute('inert'))
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    for (const one of others) one.setAttribute('inert', '')
    const done = () => {
      root.unmount()
      place.remove()
      for (const one of others) one.removeAttribute('inert')
      resolve()
    }
    root.render(<LockScreen unlock={unlock} leave={leave} onDone={done} />)
  })
