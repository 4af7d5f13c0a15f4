import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { givenToYouWords } from '../client.ts'
import type { readShift } from '../contract.ts'

type Given = NonNullable<OutputOf<typeof readShift>['given']>

/** How the officer got the spot, and when. An order has its own card. */
export const HowGiven = ({ given, now }: { given: Given; now: number }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <div className="figures">
      <p className="font-medium">{givenToYouWords(given)}</p>
      {given.at && <p className="text-small text-soft">{dayAndClock(given.at, zone, now)}</p>}
    </div>
  )
}
