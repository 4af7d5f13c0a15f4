import { DndContext, DragOverlay, MouseSensor, TouchSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import { type MouseEvent, type ReactNode, type TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { noAccountWords } from '#features/roster/officers/words.contact.ts'
import { reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { askFit } from '#features/shifts/replacements/contract.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Carried, type Drop, dropOf, type Target } from '../client.drops.ts'
import { inWindow } from '../client.overlay.ts'
import type { Act, Row } from '../client.rows.ts'
import { spotOf } from '../client.spots.ts'
import { dayWord } from '../words.ts'
import { useActions } from './actions.tsx'

type Grid = { rows: readonly Row[]; dates: readonly WallDate[]; today: WallDate }

const carriedAt = (target: EventTarget, { rows }: Grid): (Carried & { element: HTMLElement }) | null => {
  const spot = target instanceof Element ? spotOf(target) : null
  const row = spot && rows[spot.row]
  const act = spot && row?.cells[spot.day]?.[spot.item]?.act
  if (!spot || !row || !act) return null
  const whole = target instanceof Element && target.closest('[data-grip]') !== null
  return { act, whole, officer: row.officer, element: spot.element }
}

/** The cell under the pointer, with the selected shift in it, otherwise the first. */
const targetAt = (x: number, y: number, { rows, dates }: Grid): (Target & { cell: HTMLElement }) | null => {
  const under = document.elementFromPoint(x, y)
  const cell = under?.closest<HTMLElement>('td[data-cell]')
  const [at = -1, day = -1] = cell?.dataset.cell?.split(' ').map(Number) ?? []
  const [row, date] = [rows[at], dates[day]]
  if (!cell || !row || !date) return null
  const entries = row.cells[day] ?? []
  const spot = under && cell.contains(under) ? spotOf(under) : null
  const pressed = spot ? entries[spot.item]?.act : null
  return { cell, date, officer: row.officer, act: pressed ?? entries.find((one) => one.act)?.act ?? null }
}

type Hover = { cell: HTMLElement; date: WallDate; drop: Drop }

/** Follows the pointer and highlights the cell under it without rendering the table again. */
const useHover = (carried: Carried | null, grid: Grid) => {
  const [hover, setHover] = useState<Hover | null>(null)
  const last = useRef<Hover | null>(null)
  const set = (next: Hover | null) => {
    if (last.current && last.current.cell !== next?.cell) delete last.current.cell.dataset.over
    if (next) next.cell.dataset.over = next.drop.kind !== 'none' ? 'yes' : next.drop.why ? 'no' : ''
    const same = last.current?.cell === next?.cell && JSON.stringify(last.current?.drop) === JSON.stringify(next?.drop)
    last.current = next
    if (!same) setHover(next)
  }
  const follow = useEffectEvent((x: number, y: number) => {
    const target = carried && targetAt(x, y, grid)
    set(target ? { cell: target.cell, date: target.date, drop: dropOf(carried, target, grid.today) } : null)
  })
  const clear = useEffectEvent(() => set(null))
  useEffect(() => {
    if (!carried) return
    const byMouse = (event: globalThis.MouseEvent) => follow(event.clientX, event.clientY)
    const byTouch = ({ touches: [touch] }: globalThis.TouchEvent) => touch && follow(touch.clientX, touch.clientY)
    window.addEventListener('mousemove', byMouse, { passive: true })
    window.addEventListener('touchmove', byTouch, { passive: true })
    return () => {
      window.removeEventListener('mousemove', byMouse)
      window.removeEventListener('touchmove', byTouch)
      clear()
    }
  }, [carried])
  return { hover, last }
}

/** Asked once the pointer rests: moving over ten cells asks nothing. */
const useRested = <V,>(value: V): V | null => {
  const [rested, setRested] = useState<V | null>(null)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(key) as V), 120)
    return () => clearTimeout(timer)
  }, [key])
  return JSON.stringify(rested) === key ? rested : null
}

type Verdict = { ok: boolean; words: string }

/** What the server's rules say of the officer and the shift below the pointer. */
const useVerdict = (act: Act, hover: Hover | null): Verdict | null => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const drop = hover?.drop ?? null
  const rested = useRested(drop)
  const asked = rested?.kind === 'officer' ? rested : null
  const fit = useRead(
    askFit,
    { assignment_id: asked?.assignment_id ?? '', officer_id: asked?.officer.id ?? '', leaving: act.signup?.id },
    { enabled: asked !== null },
  )
  if (!hover || !drop) return null
  if (drop.kind === 'none') return drop.why ? { ok: false, words: drop.why } : null
  if (drop.kind === 'shift') return { ok: true, words: `Move to ${dayWord(drop.date)}` }
  const same = drop.assignment_id === act.assignment_id
  const done = same ? `Replace with ${drop.officer.name}` : `Move to ${drop.title}, ${dayWord(hover.date)}`
  if (!asked || !fit.data) return { ok: true, words: done }
  const reasons = same ? besidesFull(fit.data.reasons) : fit.data.reasons
  if (fit.data.own) return { ok: false, words: 'Ask another admin to change your own shifts.' }
  const [first] = [...reasons].sort((a, b) => Number(a.overridable) - Number(b.overridable))
  if (first) return { ok: false, words: reasonWords(first, zone, now) }
  return { ok: true, words: `${done}: eligible${fit.data.has_account ? '' : `. ${noAccountWords}`}` }
}

/** What is carried, beside the pointer, with what letting go would do. */
const Card = ({ carried: { act, whole }, hover }: { carried: Carried; hover: Hover | null }) => {
  const verdict = useVerdict(act, hover)
  useEffect(() => {
    if (hover && verdict && hover.cell.dataset.over) hover.cell.dataset.over = verdict.ok ? 'yes' : 'no'
  }, [hover, verdict])
  const name = whole ? null : act.signup?.name
  return (
    <div data-carried className="w-60 rounded-ui bg-raised px-3 py-2 text-ui text-ink shadow-float">
      <p className="font-semibold">{name ?? act.title}</p>
      <p className="text-small text-soft">{name ? act.title : dayWord(act.day)}</p>
      <p
        role="status"
        className={cx(
          'mt-1 flex items-start gap-1.5 text-small font-medium empty:hidden',
          verdict?.ok ? 'text-ok' : 'text-bad',
        )}
      >
        {verdict && (
          <>
            {verdict.ok ? (
              <Check aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            ) : (
              <Ban aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            )}
            {verdict.words}
          </>
        )}
      </p>
    </div>
  )
}

/** One draggable for the whole table, the entry under the pointer: a thousand hooks would be slow. */
const Surface = ({ grid, children }: { grid: Grid; children: ReactNode }) => {
  const { listeners, setNodeRef } = useDraggable({ id: 'entry' })
  const press = (event: MouseEvent | TouchEvent, name: 'onMouseDown' | 'onTouchStart') => {
    const carried = carriedAt(event.target, grid)
    if (!carried || carried.act.over) return
    setNodeRef(carried.element)
    listeners?.[name]?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what a drag does, M and the menu of each entry do by keyboard
    <div onMouseDown={(event) => press(event, 'onMouseDown')} onTouchStart={(event) => press(event, 'onTouchStart')}>
      {children}
    </div>
  )
}

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/** Entries are dragged by mouse, and by touch after a long press. */
export const Dragging = ({ grid, children }: { grid: Grid; children: ReactNode }) => {
  const actions = useActions()
  const [carried, setCarried] = useState<Carried | null>(null)
  const { hover, last } = useHover(carried, grid)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 350, tolerance: 8 } }),
  )
  if (!actions) return children
  const drop = () => {
    const { drop: to } = last.current ?? {}
    setCarried(null)
    if (!to || !carried) return
    const { act } = carried
    if (to.kind === 'none') return to.why ? toast.info('Not moved', to.why) : undefined
    if (to.kind === 'shift') return actions.moveShift(act, to.date)
    if (actions.looksOn) return toast.info('Not moved', 'Support access is read-only here.')
    actions.moveOfficer({ act, ...to })
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ activatorEvent }) => {
        const found = activatorEvent.target && carriedAt(activatorEvent.target, grid)
        if (found) setCarried({ act: found.act, whole: found.whole, officer: found.officer })
      }}
      onDragEnd={drop}
      onDragCancel={() => setCarried(null)}
    >
      <Surface grid={grid}>{children}</Surface>
      <DragOverlay dropAnimation={null} modifiers={[inWindow]} className="pointer-events-none">
        {carried && <Card carried={carried} hover={hover} />}
      </DragOverlay>
    </DndContext>
  )
}
