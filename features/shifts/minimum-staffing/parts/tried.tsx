import type { OutputOf } from '#platform/shared/endpoint.ts'
import { counted } from '#platform/shared/text.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { tryMinimum } from '../contract.ts'
import { TRIED_DAYS } from '../rules.forecast.ts'
import { missingWords, officers } from '../words.ts'

type Tried = OutputOf<typeof tryMinimum>

const shifts = (count: number) => counted(count, 'shift')

/** What a minimum would do, before it is saved. */
export const TriedMinimum = ({ tried }: { tried: Tried }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const { opens, late, days, officers: counted } = tried
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-semibold">
          In the next {TRIED_DAYS} days, this minimum opens {shifts(opens.length)}.
        </span>{' '}
        It applies on {days === 1 ? '1 day' : `${days} days`} and counts the tours of {officers(counted)}.
      </p>
      {counted === 0 && (
        <Notice tone="warn" title="No officers counted">
          No officer in this platoon or unit has this rank, so every spot would be open.
        </Notice>
      )}
      {late > 0 && (
        <Notice tone="warn" title="Too late to open automatically">
          {late === 1 ? '1 gap starts' : `${late} gaps start`} too soon: admins are notified instead.
        </Notice>
      )}
      {opens.length > 0 && (
        <ul aria-label="Shifts it opens" className="flex flex-col divide-y divide-line rounded-ui border border-line">
          {opens.map((one) => (
            <li key={one.on_day} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <span className="figures">
                {day(one.starts_at, zone, now)}, {clock(one.starts_at, zone)}–{clock(one.ends_at, zone)}
              </span>
              <span className="text-soft">
                {missingWords(one.missing)}
                {Date.parse(one.at) > now + MINUTE ? `, opens ${day(one.at, zone, now)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
