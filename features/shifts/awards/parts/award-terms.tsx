import { lazy, Suspense, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }))

/** On an awarded shift: the rule, readable before applying. */
export const AwardTerms = ({ id, title, minutes }: { id: string; title: string; minutes: number | null }) => {
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <div className="mt-1">
      <Button
        size="small"
        look="quiet"
        aria-label={`How this shift is awarded: ${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        How this shift is awarded
      </Button>
      {open !== null && (
        <Suspense>
          <TermsDialog id={id} title={title} minutes={minutes} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
