import { useEffect, useRef, useState } from 'react'
import { day } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'

/** The element of the list that holds a day, with its heading. */
const dayId = (date: string): string => `day-${date}`

/** The same for a run of a day in the list that the strip leads into: the first one is gone to. */
export const jumpId = ({ key, date }: { key: string; date: string }, main: boolean): string | undefined =>
  main && key === `${date} 0` ? dayId(date) : undefined

/** Goes to the heading of a day, as soon as the list has drawn it. */
export const useJump = (drawn: number): ((date: string) => void) => {
  const [asked, ask] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again in every step of the list.
  useEffect(() => {
    const found = asked === null ? null : document.getElementById(dayId(asked))
    if (!found) return
    found.scrollIntoView()
    found.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    ask(null)
  }, [asked, drawn])
  return ask
}

/** The first of the days that reaches above the middle of the window, below what sticks. */
const useDayInView = (strip: { current: HTMLElement | null }, dates: string, drawn: number): string | null => {
  const [inView, setInView] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: days drawn since are watched too.
  useEffect(() => {
    if (!strip.current) return
    const below = Number.parseFloat(getComputedStyle(strip.current).top) + strip.current.offsetHeight + 8
    const order = dates.split(' ')
    const seen = new Set<string>()
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const date = target.id.slice(dayId('').length)
          if (isIntersecting) seen.add(date)
          else seen.delete(date)
        }
        setInView(order.find((date) => seen.has(date)) ?? null)
      },
      { rootMargin: `${Number.isNaN(below) ? 0 : -below}px 0px -40% 0px` },
    )
    for (const date of order) {
      const found = document.getElementById(dayId(date))
      if (found) watch.observe(found)
    }
    return () => watch.disconnect()
  }, [strip, dates, drawn])
  return inView
}

/** `Tue 8` over the number of shifts; screen readers have the date in full. */
const DayFace = ({ date, count }: { date: string; count: number }) => {
  // Noon: the same date in every zone.
  const words = day(`${date}T12:00:00Z`, 'UTC')
  return (
    <>
      <span aria-hidden className="block text-small font-semibold">
        {words.replace(/,.*/, '')} {Number(date.slice(-2))}
      </span>
      <span aria-hidden className="block text-small">
        {count}
      </span>
      <span className="sr-only">{`${words}, ${count} ${count === 1 ? 'shift' : 'shifts'}`}</span>
    </>
  )
}

/** The coming days with the number of shifts on each; a press goes to the day. Stays in view where the window is high enough. */
export const DayStrip = ({
  dates,
  counts,
  drawn,
  onJump,
}: {
  dates: readonly string[]
  counts: ReadonlyMap<string, number>
  /** Rows drawn so far: the list is drawn in steps. */
  drawn: number
  onJump: (date: string) => void
}) => {
  const strip = useRef<HTMLFieldSetElement>(null)
  const inView = useDayInView(strip, dates.join(' '), drawn)
  useEffect(() => {
    const line = strip.current
    const chosen = inView && line?.querySelector<HTMLElement>('[aria-current]')
    if (line && chosen) line.scrollLeft = chosen.offsetLeft - line.clientWidth / 2 + chosen.offsetWidth / 2
  }, [inView])
  return (
    <fieldset
      ref={strip}
      aria-label="Days with shifts"
      className="no-print relative z-6 flex min-w-0 gap-1.5 overflow-x-auto bg-canvas py-1.5 max-md:-mx-4 max-md:px-4 [@media(height>=40rem)]:sticky [@media(height>=40rem)]:top-(--days)"
    >
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          aria-current={date === inView || undefined}
          onClick={() => onJump(date)}
          className={cx(
            'figures relative min-h-11 min-w-13 shrink-0 rounded-ui border px-2 leading-4.5 whitespace-nowrap',
            date === inView
              ? 'border-brand-line bg-brand-wash text-brand-ink'
              : 'border-line bg-surface hover:bg-hover',
          )}
        >
          <DayFace date={date} count={counts.get(date) ?? 0} />
        </button>
      ))}
    </fieldset>
  )
}
