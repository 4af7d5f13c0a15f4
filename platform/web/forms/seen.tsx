import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

type Versioned = { version: number } | null | undefined

/**
 * The record as it was when a dialog opened. The list behind it goes on: what was typed over the old state must not be saved over a
 * newer one that the person hasn't read. Mount it with the dialog, and don't give the row a key with the version: the dialog would
 * close. Without a record, the dialog makes a new one. `opened`: what the person saw, if another dialog showed it before.
 */
export const useSeen = <T extends Versioned>(live: T, opened: T = live) => {
  const [first] = useState(opened)
  const [seen, setSeen] = useState(opened)
  return { first, seen, live, changed: live?.version !== seen?.version, take: () => setSeen(live) }
}
export type Seen<T extends Versioned> = ReturnType<typeof useSeen<T>>

/** What a dialog is about, in words, by its name on screen; null for none. */
export type Shown<T> = (of: T) => Readonly<Record<string, string | null>>

const differences = <T,>(shown: Shown<T>, before: T, now: T): string[] => {
  const old = shown(before)
  return Object.entries(shown(now)).flatMap(([name, words]) =>
    old[name] === words ? [] : [`${name}: ${words || 'none'}`],
  )
}

/** At the top of the dialog: that the record changed, and once the person asks, that what it says now is what they save over. */
export const SeenNotice = <T extends { version: number }>({
  of: { first, seen, live, changed, take },
  action = 'Review the changes',
  shown,
}: {
  of: Seen<T | null | undefined>
  /** The verb that takes the new state, such as "Review the new times". */
  action?: string
  shown: Shown<T>
}) => {
  if (!first || !seen || !live) return null
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
        {differences(shown, seen, live).join('. ')}
      </Notice>
    )
  if (first.version === seen.version) return null
  const now = differences(shown, first, seen)
  return (
    <Notice title="The record has changed">
      {now.length === 0 ? 'Nothing in this dialog changed.' : `${now.join('. ')}.`} What you entered is still below.
    </Notice>
  )
}
