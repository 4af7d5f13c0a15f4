import { type Charged, listMyCharges, listMyPlaces } from '#features/shifts/awards/contract.ts'
import { chargedHours } from '#features/shifts/awards/rules.entries.ts'
import { placeWords } from '#features/shifts/awards/words.ts'
import { listMyOffers } from '#features/shifts/offers/contract.ts'
import { type ForceList, listForce } from '#features/shifts/order-ins/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ordinal } from '#platform/shared/text.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { Stat } from '#platform/web/ui/card.tsx'

/** The officer's place by each award rule, or the charged hours where no rule has one order for all shifts. */
const OwnPlaces = ({ charges }: { charges: readonly Charged[] }) => {
  const places = useRead(listMyPlaces, {}).data?.rules
  const [first] = charges
  if (!places) return null
  if (places.length === 0)
    return (
      first && (
        <Stat
          value={chargedHours(first.charged)}
          label="Hours charged"
          note={first.name}
          to={paths.officerStandingList('answers')}
        />
      )
    )
  return places.map((one) => {
    const { place, about, ties } = placeWords(one)
    const charged = charges.find(({ name }) => name === one.name)
    const notes = [ties, charged && `${chargedHours(charged.charged)} charged`, 'Only officers who sign up are ranked']
    return (
      <div key={one.name} className="col-span-full grid">
        <Stat
          value={place}
          label={about}
          note={notes.filter(Boolean).join(' · ')}
          to={paths.officerStandingList('answers')}
        />
      </div>
    )
  })
}

/** What the position means, and that on the list of the own unit: orders for a unit go by its list. */
const forceNote = ({ mine, in_unit }: ForceList): string | null =>
  mine &&
  [
    mine.position === 1 ? "You're ordered in first" : 'Number 1 is ordered in first',
    in_unit && `${ordinal(in_unit.position)} of ${in_unit.total} in ${in_unit.unit}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Where the officer is in each line, each a link to its list: awards, the force list, and waitlists. */
export const OwnFigures = () => {
  const charges = useRead(listMyCharges, {}).data
  const force = useReadPages(listForce, {}, { keep: true }).first
  const offers = useReadPages(listMyOffers, {}, { keep: true })
  if (!charges || !force || !offers.items) return null
  const waiting = offers.items.filter(({ status }) => status === 'waitlisted').length
  return (
    <div className="grid grid-cols-2 gap-3">
      <OwnPlaces charges={charges.rules} />
      <Stat
        value={force.mine ? `${ordinal(force.mine.position)} of ${force.total}` : 'Not listed'}
        label="Force list"
        note={forceNote(force)}
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
