import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { usePhone } from '../phone.ts'
import { Button } from './button.tsx'

const roomy = '(width >= 80rem)'
const subscribe = (told: () => void) => {
  const media = window.matchMedia(roomy)
  media.addEventListener('change', told)
  return () => media.removeEventListener('change', told)
}
const isRoomy = () => window.matchMedia(roomy).matches

/** Whether the window is wide. */
export const useRoomy = (): boolean => useSyncExternalStore(subscribe, isRoomy)

export type Filter = {
  key: string
  /** How many values it has set. */
  set: number
  node: ReactNode
}

const GAP = 8
/** Widths in pixels until they were seen once: the button, and “Clear”, which appears with the first filter. */
const BUTTON = 140
const CLEAR = 72

const widthOf = (elements: Iterable<Element>): number =>
  [...elements].reduce((sum, one) => sum + one.getBoundingClientRect().width + GAP, 0)

/** What takes room in the bar: a wrapper of a filter has no box of its own. */
const controlsIn = (bar: Element): Element[] =>
  [...bar.children].flatMap((one) => (getComputedStyle(one).display === 'contents' ? [...one.children] : one))

/**
 * How many filters fit in one line of their toolbar, beside the button for the others and what else is in it. It depends on widths
 * that don't change with the answer, so that it never goes back and forth.
 */
const useFitting = (filters: readonly Filter[], phone: boolean, more: RefObject<HTMLElement | null>): number => {
  const [fitting, setFitting] = useState(filters.length)
  const seen = useRef(new Map<string, number>())
  const measure = () => {
    const bar = more.current?.parentElement
    if (phone || !bar) return
    let fixed = widthOf(more.current?.children ?? []) || BUTTON + GAP
    const button = fixed
    let clear = false
    for (const one of bar.children) {
      if (one === more.current) continue
      if (one instanceof HTMLElement && one.dataset.filter) seen.current.set(one.dataset.filter, widthOf(one.children))
      else fixed += widthOf([one])
      clear ||= one instanceof HTMLElement && one.dataset.clear !== undefined
    }
    if (!clear) fixed += CLEAR + GAP
    // Sub-pixels, and the gap after the last one.
    const room = bar.clientWidth + GAP - 1
    const widths = filters.map(({ key }) => seen.current.get(key) ?? 0)
    const all = widths.reduce((sum, one) => sum + one, 0)
    let [count, used] = [0, fixed]
    if (fixed - button + all <= room) count = filters.length
    else while (count < filters.length && used + (widths[count] ?? 0) <= room) used += widths[count++] ?? 0
    setFitting(count)
  }
  const onChange = useEffectEvent(measure)
  // Not after every render: measuring lays out the whole page.
  const state = `${phone} ${filters.map(({ key, set }) => `${key} ${set}`)}`
  useLayoutEffect(() => {
    if (state) onChange()
  }, [state])
  useLayoutEffect(() => {
    const bar = more.current?.parentElement
    if (!bar) return
    const sizes = new ResizeObserver(() => onChange())
    // What is in the bar too: in a wide window, controls get another width a render after the window's size.
    const watch = () => {
      sizes.observe(bar)
      for (const one of controlsIn(bar)) sizes.observe(one)
    }
    const contents = new MutationObserver((changes) => {
      onChange()
      if (changes.some(({ type }) => type === 'childList')) watch()
    })
    watch()
    contents.observe(bar, { childList: true, characterData: true, subtree: true })
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [more])
  return phone ? 0 : fitting
}

type Props = {
  /** The most used first: where they don't all fit in one line, the last ones are behind a button. */
  filters: readonly Filter[]
  /** Opens them, such as for a wrong one. */
  shown?: boolean
}

/**
 * Filters of a toolbar, directly inside it. At a desk, those that don't fit in its line are behind a button that says how many of
 * them are set; on a phone, all are.
 */
export const Folded = ({ filters, shown = false }: Props) => {
  const phone = usePhone()
  const more = useRef<HTMLSpanElement>(null)
  const fitting = useFitting(filters, phone, more)
  const [open, setOpen] = useState(false)
  const [first, rest] = [filters.slice(0, fitting), filters.slice(fitting)]
  const set = rest.reduce((sum, one) => sum + one.set, 0)
  const inBar = ({ key, node }: Filter) => (
    <span key={key} data-filter={key} className="contents">
      {node}
    </span>
  )
  return (
    <>
      {first.map(inBar)}
      <span ref={more} className="contents">
        {rest.length > 0 && (
          <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open || shown} onClick={() => setOpen(!open)}>
            {phone ? 'Filters' : 'More filters'}
            {set > 0 ? ` (${set})` : ''}
          </Button>
        )}
      </span>
      {(open || shown) && rest.map(inBar)}
    </>
  )
}
