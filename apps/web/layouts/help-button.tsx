import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { lazy, Suspense, useState } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** The floating help button; its panel is fetched when it is first opened. */
export const HelpButton = ({ raised }: { raised: boolean }) => {
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button
        type="button"
        aria-label="Help"
        onClick={() => setOpen(true)}
        className={cx(
          'no-print fixed right-4 z-20 flex size-12 items-center justify-center rounded-full bg-raised text-soft shadow-float hover:text-ink md:bottom-5 md:size-11',
          raised ? 'bottom-[calc(5rem+env(safe-area-inset-bottom))]' : 'bottom-4',
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
