import type { ReactNode } from 'react'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { dayNumber, longDay, weekdayWord } from '../words.ts'

type StripProps = {
  from: WallDate
  today: WallDate
  chosen: WallDate
  onChoose: (date: WallDate) => void
  /** The day's contents: marks below its number, and text for screen readers. */
  marks: (date: WallDate) => { shapes: ReactNode; said: string }
}

/** Seven days to choose from, above the selected day's list. */
export const WeekStrip = ({ from, today, chosen, onChoose, marks }: StripProps) => (
  <ol aria-label="Days of the week" className="no-print @container mb-3 grid grid-cols-7 border-b border-line pb-2">
    {Array.from({ length: 7 }, (_, n) => plusDays(from, n)).map((date) => {
      const { shapes, said } = marks(date)
      return (
        <li key={date}>
          <button
            type="button"
            aria-pressed={date === chosen}
            onClick={() => onChoose(date)}
            className="flex min-h-16 w-full flex-col items-center gap-1 rounded-ui py-1"
          >
            <span aria-hidden className="text-small text-soft">
              {/* With large text on a phone there is room for a letter. */}
              <span className="@[16rem]:hidden">{weekdayWord(date).slice(0, 1)}</span>
              <span className="hidden @[16rem]:inline">{weekdayWord(date)}</span>
            </span>
            <span
              className={cx(
                'figures flex h-8 w-full max-w-8 items-center justify-center rounded-ui font-medium',
                date === chosen
                  ? 'bg-brand text-on-brand'
                  : date === today && 'text-brand-ink outline outline-brand-ink',
              )}
            >
              {dayNumber(date)}
            </span>
            <span className="sr-only">
              {[longDay(date), date === today ? 'today' : '', said].filter(Boolean).join(', ')}
            </span>
            <span aria-hidden className="flex h-2.5 items-center gap-1">
              {shapes}
            </span>
          </button>
        </li>
      )
    })}
  </ol>
)
