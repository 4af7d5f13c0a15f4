import { duration } from '#platform/web/time.ts'
import type { Waiting } from '../client.ts'
import { COUNTED_DAYS } from '../rules.extra.ts'

const hours = (minutes: number): string => (minutes === 0 ? '0 h' : duration(minutes))

/** For a pending sign-up: the officer's rank, the hours already assigned in the shift's week, and the extra hours. Nothing if unknown. */
export const WaitingHours = ({ of, rank = null }: { of: Waiting | undefined; rank?: string | null }) => {
  const facts = of && [
    `${hours(of.week_minutes)} that week`,
    `${hours(of.extra_minutes)} extra in ${COUNTED_DAYS} days`,
  ]
  const words = [rank, ...(facts ?? [])].filter(Boolean).join(' · ')
  return words && <p className="figures text-small text-soft">{words}</p>
}
