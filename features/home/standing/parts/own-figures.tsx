import { listMyCharges } from '#features/shifts/awards/contract.ts'
import { chargedHours } from '#features/shifts/awards/rules.entries.ts'
import { listMyOffers } from '#features/shifts/offers/contract.ts'
import { listForce } from '#features/shifts/order-ins/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ordinal } from '#platform/shared/text.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { Stat } from '#platform/web/ui/card.tsx'

/** Where the officer is in each line, each a link to its list: charged hours, the force list, and waitlists. */
export const OwnFigures = () => {
  const charges = useRead(listMyCharges, {}).data
  const force = useReadPages(listForce, {}, { keep: true }).first
  const offers = useReadPages(listMyOffers, {}, { keep: true })
  if (!charges || !force || !offers.items) return null
  const [first] = charges.rules
  const waiting = offers.items.filter(({ status }) => status === 'waitlisted').length
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {first && (
        <Stat
          value={chargedHours(first.charged)}
          label="Hours charged"
          note={first.name}
          to={paths.officerStandingList('answers')}
        />
      )}
      <Stat
        value={force.mine ? ordinal(force.mine.position) : 'Not listed'}
        label="Force list"
        note={force.mine && `of ${force.total}`}
        to={paths.officerStandingList('force')}
      />
      <Stat
        value={`${waiting}${offers.more ? '+' : ''}`}
        label={waiting === 1 ? 'Open waitlist' : 'Open waitlists'}
        to={paths.officerStandingAbout('open')}
      />
    </div>
  )
}
