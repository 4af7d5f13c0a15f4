import { useEffect, useMemo, useState } from 'react'
import { useLimits } from '#features/shifts/eligibility/client.ts'
import { ownOf } from '#features/shifts/eligibility/rules.offer.ts'
import { useComingOrders } from '#features/shifts/escalations/client.ts'
import { listOpenJobs, type OpenJob, type OwnSignup } from '#features/shifts/signups/contract.ts'
import { holdRows } from '#platform/web/held-order.ts'
import { useReadPages } from '#platform/web/reads.ts'
import type { Standing } from './parts/place-action.tsx'
import { type PostRow, postRows } from './rules.ts'

/** One post of a job, as a row of the list. */
export type ShiftRow = PostRow<OpenJob['posts'][number], OwnSignup> & {
  key: string
  starts_at: string
  standing: Standing
}

const rowsOf = (standing: Standing): ShiftRow[] =>
  postRows(standing).map((row) => ({
    ...row,
    key: `${standing.job.id} ${row.post.id}`,
    starts_at: (row.own ?? row.post).starts_at,
    standing,
  }))

const PAGE = 100

/** Every posted shift of the coming days as a row, with what the officer can do about it. Live; further pages load automatically. */
export const useShiftRows = (asked: { days: number; kind: string | null }, now: number) => {
  const input = { days: asked.days, limit: PAGE, ...(asked.kind ? { kind: asked.kind as never } : {}) }
  const list = useReadPages(listOpenJobs, input, { keep: true })
  const { limits, pending } = useLimits(asked.days)
  const coming = useComingOrders()
  const { items, first, more, loadingMore, loadMore } = list
  useEffect(() => {
    if (more && !loadingMore) loadMore()
  }, [more, loadingMore, loadMore])
  const rows = useMemo(() => {
    if (!items || !first || pending) return null
    const { mine, me } = first
    return items.flatMap((job) => {
      const own = ownOf(job.id, mine, new Date(now).toISOString())
      return rowsOf({ job, own, mine, me, limits, coming: coming.get(job.id) ?? null, now })
    })
  }, [items, first, pending, limits, coming, now])
  return { ...list, rows, pending: list.isPending || (pending && !list.error) }
}

/** `came`: it was among the new shifts that the officer asked to see. */
export type HeldRow = ShiftRow & { gone: boolean; came: boolean }

type Held = { over: string; rows: readonly ShiftRow[]; came: readonly string[] }

/**
 * The rows to show: visible rows stay in place with their current state until the filters change or newer ones are requested. `came`:
 * the rows last requested. `join`: whether later shifts are added at the end without being requested.
 */
export const useHeldRows = (wanted: readonly ShiftRow[], all: readonly ShiftRow[], over: string, join = true) => {
  const [held, setHeld] = useState<Held>({ over, rows: [], came: [] })
  const { rows: before, came }: Pick<Held, 'rows' | 'came'> = held.over === over ? held : { rows: [], came: [] }
  const live = new Map(all.map((row) => [row.key, row]))
  const known = new Map(before.map((row) => [row.key, row]))
  const { shown, waiting } = holdRows(before, wanted, join)
  const rows = shown.flatMap((key): HeldRow[] => {
    const row = live.get(key) ?? known.get(key)
    return row ? [{ ...row, gone: !live.has(key), came: came.includes(key) }] : []
  })
  if (held.over !== over || shown.length !== before.length || shown.some((key, i) => before[i]?.key !== key))
    setHeld({ over, rows, came })
  return { rows, waiting: waiting.length, showWaiting: () => setHeld({ over, rows: [], came: waiting }) }
}
