import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { lazy, Suspense, useEffect, useState } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** Scrolling down means reading on: the button makes way for what is there to press, and comes back on the way up. */
const useGoingDown = (): boolean => {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const scroll = () => {
      const now = window.scrollY
      if (Math.abs(now - last) < 12) return
      setDown(now > last)
      last = now
    }
    window.addEventListener('scroll', scroll, { passive: true })
    return () => window.removeEventListener('scroll', scroll)
  }, [])
  return down
}

/** The floating help button; its panel is fetched when it is first opened. */
export const HelpButton = ({ raised }: { raised: boolean }) => {
  const [open, setOpen] = useState<boolean | null>(null)
  const away = useGoingDown()
  return (
    <>
      <button
        type="button"
        aria-label="Help"
        onClick={() => setOpen(true)}
        className={cx(
          'no-print fixed right-4 z-20 flex size-11 items-center justify-center rounded-full bg-raised text-soft shadow-float transition-[opacity,translate] hover:text-ink focus-visible:translate-y-0 focus-visible:opacity-100 md:bottom-5',
          raised ? 'bottom-[calc(5rem+env(safe-area-inset-bottom))]' : 'bottom-4',
          away && 'translate-y-3 opacity-0 max-md:pointer-events-none md:translate-y-0 md:opacity-100',
        )}
      >
        <CircleHelp aria-hidden className="size-5.5" />
      </button>
      {open !== null && (
        <Suspense>
          <HelpPanel open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
