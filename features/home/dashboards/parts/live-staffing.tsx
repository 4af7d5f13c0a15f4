import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { FoldingCard } from '#platform/web/ui/folding-card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { partWords, type StaffingPart } from '../client.staffing.ts'
import { staffingFigures } from '../contract.staffing.ts'

const shown: readonly { part: Exclude<StaffingPart, 'minimum'>; name: string; to: string }[] = [
  { part: 'escalation', name: 'Escalation', to: paths.adminEscalation() },
  { part: 'force_list', name: 'Order-ins', to: paths.adminForceList() },
  { part: 'swaps', name: 'Swaps', to: paths.adminSwaps() },
  { part: 'cases', name: 'Skipped officers', to: paths.adminAwardCases() },
]

/** `Escalation, Order-ins and 2 more` */
const named = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`

/** Automatic staffing activity that may need an admin. Renders nothing when there is none. */
export const LiveStaffing = () => {
  const { time_zone } = useOrganization()
  const now = useNow()
  const { data } = useRead(staffingFigures, {})
  if (!data) return null
  const rows = shown
    .map((one) => ({ ...one, said: partWords(one.part, data, time_zone, now) }))
    .filter(({ said }) => said.urgent)
  if (rows.length === 0) return null
  return (
    <FoldingCard
      flush
      title="Staffing"
      brief={<span className="text-warn">{named(rows.map(({ name }) => name))}</span>}
      aside={<TextLink to={paths.adminStaffing()}>All staffing</TextLink>}
    >
      <ul className="divide-y divide-line">
        {rows.map(({ part, name, to, said }) => (
          <li key={part}>
            <Anchor to={to} className="flex items-center gap-4 px-4 py-3 hover:bg-hover md:px-5">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{name}</span>
                {said.next && <span className="block text-small text-faint">{said.next}</span>}
              </span>
              <span className="figures max-w-2/5 shrink-0 text-right text-small text-warn">
                <span className="block text-lead font-semibold">{said.value.toLocaleString('en-US')}</span>
                {said.label}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </FoldingCard>
  )
}
