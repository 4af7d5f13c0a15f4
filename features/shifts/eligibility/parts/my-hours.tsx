import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { day, dayAndClock, duration } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { type OwnLimits, ownLimits } from '../contract.ts'
import { kindNames } from '../words.ts'

type One = OwnLimits['standing'][number]

/** `20 of 24 h`; with minutes if there are any. */
const ofWords = ({ minutes, limit_minutes }: One): string =>
  minutes % 60 === 0 && limit_minutes % 60 === 0
    ? `${minutes / 60} of ${limit_minutes / 60} h`
    : `${duration(minutes)} of ${duration(limit_minutes)}`

const whenWords = (one: One, zone: string, now: number): string =>
  one.kind === 'window'
    ? `Busiest ${one.hours !== null && one.hours > 48 && one.hours % 24 === 0 ? `${one.hours / 24} days` : `${one.hours} h`}: ${dayAndClock(one.starts_at, zone, now)} to ${dayAndClock(one.ends_at, zone, now)}`
    : `This ${one.per}, ${kindNames(one.kinds)}: to ${day(new Date(Date.parse(one.ends_at) - 1).toISOString(), zone, now)}`

const Bar = ({ one }: { one: One }) => (
  <svg aria-hidden="true" viewBox="0 0 80 6" className="h-1.5 w-20 shrink-0 md:w-40" preserveAspectRatio="none">
    <rect width="80" height="6" rx="3" className="fill-line" />
    <rect
      width={80 * Math.min(1, one.minutes / one.limit_minutes)}
      height="6"
      rx="3"
      className={one.minutes >= one.limit_minutes ? 'fill-warn' : 'fill-brand'}
    />
  </svg>
)

/** Where the officer is under the department's rules on hours; renders nothing if none are set. */
export const MyHours = () => {
  const own = useRead(ownLimits, { days: 30 })
  const now = useNow()
  const { standing = [], rules, zone = 'UTC' } = own.data ?? {}
  if (standing.length === 0) return null
  return (
    <Card
      flush
      title="My hours"
      hint={`Worked and scheduled hours${rules?.rest_minutes ? `; ${duration(rules.rest_minutes)} of rest between shifts` : ''}`}
    >
      <ul className="divide-y divide-line">
        {standing.map((one) => (
          <li
            key={`${one.kind}-${one.hours}-${one.per}-${one.limit_minutes}-${kindNames(one.kinds)}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 md:px-5"
          >
            <div>
              <p className="figures font-medium">{ofWords(one)}</p>
              <p className="text-small text-soft">{whenWords(one, zone, now)}</p>
            </div>
            <Bar one={one} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
