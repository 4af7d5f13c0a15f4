import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * The record as it was when a dialog opened. The list behind it goes on: what was typed over the old state must not be saved over a
 * newer one that the person hasn't read. Mount it with the dialog.
 */
export const useSeen = <T extends { version: number }>(live: T) => {
  const [first] = useState(live)
  const [seen, setSeen] = useState(live)
  return { first, seen, live, changed: live.version !== seen.version, take: () => setSeen(live) }
}
type Seen<T extends { version: number }> = ReturnType<typeof useSeen<T>>

/** At the top of the dialog: that the record changed, and once the person asks, what it says now. */
export const SeenNotice = <T extends { version: number }>({
  of: { first, seen, live, changed, take },
  action,
  news,
}: {
  of: Seen<T>
  /** The verb that shows the new state, such as "Review the new times". */
  action: string
  /** What differs between the two, each with its new value; empty if nothing that this dialog is about. */
  news: (before: T, now: T) => readonly string[]
}) => {
  if (changed)
    return (
      <Notice
        tone="warn"
        title="This record changed while you were editing"
        action={
          <Button size="small" onClick={take}>
            {action}
          </Button>
        }
      >
        {news(seen, live).join('. ')}
      </Notice>
    )
  if (first.version === seen.version) return null
  const now = news(first, seen)
  return (
    <Notice title="The record has changed">
      {now.length === 0 ? 'The times are the same.' : `${now.join('. ')}.`} What you entered is still below.
    </Notice>
  )
}
