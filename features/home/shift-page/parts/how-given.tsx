import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { givenToYouWords } from '../client.ts'
import type { readShift } from '../contract.ts'

type Given = NonNullable<OutputOf<typeof readShift>['given']>

/** How the officer got the spot, when, and the reason where one was recorded. An order has its own card. */
export const HowGiven = ({ given, now }: { given: Given; now: number }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <div className="figures">
      <p className="font-medium">{givenToYouWords(given)}</p>
      <p className="text-small text-soft">
        {[given.at && dayAndClock(given.at, zone, now), given.reason].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
