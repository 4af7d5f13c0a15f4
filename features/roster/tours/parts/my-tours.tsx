import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { ownDays } from '../client.ts'
import { getTours } from '../contract.ts'
import { TourStrip } from './tour-strip.tsx'

/** The officer's own regular tours for two weeks, next to their shifts; hidden if there are none. */
export const MyTours = () => {
  const { time_zone: zone } = useOrganization()
  const { data } = useRead(getTours, { days: 14 })
  if (!data || (data.tours.length === 0 && data.leaves.length === 0)) return null
  return (
    <Card
      title="Your regular tours"
      aside={<TextLink to={paths.officerProfile('tours')}>Next 4 weeks and leave</TextLink>}
    >
      <TourStrip label="Your tours in the next 2 weeks" today={data.today} days={ownDays(data, zone)} />
    </Card>
  )
}
