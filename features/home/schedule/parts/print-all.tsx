import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/api.ts'
import { readEvery } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { officersInput, scheduleInput } from '../client.reads.ts'
import type { Shown } from '../client.ts'
import { readOfficersSchedule, readSchedule, type ScheduledOfficer } from '../contract.ts'

const isPrintKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'

/** Null: the view has all of them already. */
type All = { officers: readonly ScheduledOfficer[] | null; schedule: OutputOf<typeof readSchedule> | null }
type Missing = { officers: boolean; names: boolean }

/**
 * Prints the view. Where only some officers are loaded, or only some names of a crew, all are read first, also for Ctrl+P; `all` is
 * what paper gets, until it is printed.
 */
export const usePrintAll = (shown: Shown, phone: boolean, missing: Missing) => {
  const partly = missing.officers || missing.names
  const inputs = { officers: officersInput(shown), schedule: scheduleInput(shown, phone) }
  const key = JSON.stringify(inputs)
  const [found, setFound] = useState<(All & { key: string }) | null>(null)
  const [count, setCount] = useState<number | null>(null)
  const reading = useRef<AbortController>(undefined)
  const all = found?.key === key ? found : null
  const cancel = () => reading.current?.abort()
  const print = useEffectEvent(async () => {
    if (!partly) return window.print()
    if (count !== null) return
    const stop = new AbortController()
    reading.current = stop
    const { signal } = stop
    setCount(0)
    try {
      const [officers, schedule] = await Promise.all([
        missing.officers ? readEvery(readOfficersSchedule, inputs.officers, setCount, signal) : null,
        missing.names ? call(readSchedule, { ...inputs.schedule, all_names: 'yes' }, { signal }) : null,
      ])
      setFound({ key, officers, schedule })
    } catch {
      if (!stop.signal.aborted) toast.error('Not printed', "Some officers couldn't be loaded. Try again.")
    } finally {
      setCount(null)
    }
  })
  // Another week, or leaving: nothing is printed of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on the input
  useEffect(() => () => reading.current?.abort(), [key])
  useEffect(() => {
    if (!all) return
    // The rows are there now; printing draws the page again, so not in an effect.
    const timer = setTimeout(() => window.print(), 0)
    const done = () => setFound(null)
    window.addEventListener('afterprint', done)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', done)
    }
  }, [all])
  useEffect(() => {
    if (!partly) return
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      event.preventDefault()
      void print()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [partly])
  return { all, count, print: () => void print(), cancel }
}

/** How far reading for paper is. */
export const Collecting = ({
  count,
  total,
  onCancel,
}: {
  count: number | null
  total: number
  onCancel: () => void
}) => (
  <div role="status" className="no-print">
    {count !== null && (
      <div className="mb-3 flex flex-wrap items-center gap-3 text-soft">
        <span className="figures">
          {total > 0
            ? `Loading officers to print: ${count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
            : 'Loading names to print…'}
        </span>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )}
  </div>
)
