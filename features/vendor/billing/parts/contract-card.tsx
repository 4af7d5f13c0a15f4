import Ban from 'lucide-react/icons/ban'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { moneyWords } from '#platform/shared/money.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import type { Contract } from '../contract.ts'
import { changeKind, renewsFrom } from '../rules.ts'
import { tierWords } from '../words.ts'
import { AmendContract, billingWords, CancelContract, EditRenewal } from './contract-dialogs.tsx'

const looks: Readonly<Record<Contract['state'], StatusLook>> = {
  upcoming: { word: 'Upcoming', tone: 'info', icon: CalendarClock },
  running: { word: 'Active', tone: 'ok', icon: Check },
  ended: { word: 'Ended', tone: 'plain', icon: Flag },
  cancelled: { word: 'Canceled', tone: 'bad', icon: Ban },
}
const changeWords = {
  expansion: 'Expansion',
  contraction: 'Contraction',
  same_price: 'Changed at the same price',
} as const

const renewalWords = (contract: Contract): string => {
  if (contract.cancelled_from)
    return `Canceled as of ${plainDateWords(contract.cancelled_from)}: ${contract.cancel_reason}`
  if (contract.renewed) return 'Renewed: next term created'
  return contract.renews
    ? `Renews automatically; next term created on ${plainDateWords(renewsFrom(contract))}`
    : "Doesn't renew"
}

const Versions = ({ contract }: { contract: Contract }) => (
  <ol className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
    {contract.versions.map((version, at) => {
      const before = contract.versions[at - 1]
      return (
        <li key={version.number} className="flex flex-wrap justify-between gap-x-6">
          <span>
            <span className="figures">{plainDateWords(version.effective_on)}</span>:{' '}
            {before ? changeWords[changeKind(before.price_cents, version.price_cents)] : 'Start'},{' '}
            {tierWords[version.tier]}, {version.size} officers
            {version.note && <span className="block text-small text-faint wrap-anywhere">{version.note}</span>}
          </span>
          <span className="figures">
            {moneyWords(version.price_cents, contract.currency)}
            {version.list_cents !== null && version.list_cents !== version.price_cents && (
              <span className="text-small text-faint"> (list {moneyWords(version.list_cents, contract.currency)})</span>
            )}
          </span>
        </li>
      )
    })}
  </ol>
)

type CardProps = { organization_id: string; today: string; contract: Contract }

/** One annual term with its versions and the available actions. */
export const ContractCard = ({ organization_id, today, contract }: CardProps) => {
  const [open, setOpen] = useState<'amend' | 'renewal' | 'cancel' | null>(null)
  const live = contract.state === 'running' || contract.state === 'upcoming'
  const passed = { organization_id, today, contract, onClose: () => setOpen(null) }
  return (
    <Card
      title={`${plainDateWords(contract.starts_on)} to ${plainDateWords(contract.ends_on)}`}
      aside={<StatusBadge of={looks[contract.state]} />}
    >
      <Facts
        facts={[
          ['Billed', `${billingWords[contract.billing]}, in ${contract.currency}, Net 30`],
          ['Renewal', renewalWords(contract)],
          ...(contract.purchase_order ? ([['Purchase order', contract.purchase_order]] as const) : []),
        ]}
      />
      <Versions contract={contract} />
      {live && contract.cancelled_from === null && (
        <div className="no-print mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setOpen('amend')}>Amend</Button>
          <Button onClick={() => setOpen('renewal')}>Renewal</Button>
          <Button
            look="danger-quiet"
            why={contract.renewed ? 'The next term already exists. Cancel that one first, as of its first day.' : null}
            onClick={() => setOpen('cancel')}
          >
            Cancel contract
          </Button>
        </div>
      )}
      {open === 'amend' && <AmendContract {...passed} />}
      {open === 'renewal' && <EditRenewal {...passed} />}
      {open === 'cancel' && <CancelContract {...passed} />}
    </Card>
  )
}
