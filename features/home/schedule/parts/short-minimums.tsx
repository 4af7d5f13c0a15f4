import { listForecast } from '#features/shifts/minimum-staffing/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays, type Range } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { dateValue } from '#platform/web/time.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { shortIn } from '../client.minimums.ts'

/** After a sick call: which minimums lack officers during that tour, each with the way to fill it. Gone once they have enough. */
export const ShortMinimums = ({ during, zone }: { during: Range; zone: string }) => {
  // A minimum of the night before can reach into the tour.
  const read = useRead(listForecast, { after: plusDays(dateValue(during.starts_at, zone), -2) })
  const short = shortIn(read.data?.items ?? [], during)
  return (
    <div aria-live="polite" className="empty:hidden">
      {short.length > 0 && (
        <Notice tone="warn" title="Below minimum staffing now">
          <ul>
            {short.map(({ key, name, have, needed, opened }) => (
              <li key={key} className="figures">
                {name}: {have} of {needed}.{' '}
                <TextLink to={opened === null ? paths.adminMinimums() : paths.adminAssignment(opened)}>
                  {opened === null ? 'Fill the gap' : 'Fill the open shift'}
                </TextLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
