import MessageSquareText from 'lucide-react/icons/message-square-text'
import Phone from 'lucide-react/icons/phone'
import Thermometer from 'lucide-react/icons/thermometer'
import UserRoundArrowLeft from 'lucide-react/icons/user-round-arrow-left'
import { lazy, Suspense, useState } from 'react'
import { moveOfficer, replaceSick } from '#features/shifts/replacements/contract.ts'
import type { ReplaceWhy } from '#features/shifts/replacements/parts/replace-sheet.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { ago, clock } from '#platform/web/time.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { dutyPage } from '../client.duty.ts'
import type { adminDashboard } from '../contract.ts'

const ReplaceSheet = lazy(async () => ({
  default: (await import('#features/shifts/replacements/parts/replace-sheet.tsx')).ReplaceSheet,
}))

type Missing = OutputOf<typeof adminDashboard>['missing']
type Item = Missing['items'][number]

const Reach = ({ name, phone }: { name: string; phone: string }) => {
  const number = phone.replace(/[^+\d]/g, '')
  return (
    <>
      <a href={`tel:${number}`} aria-label={`Call ${name}: ${phone}`} className={buttonClass('tint', 'small')}>
        <Phone aria-hidden />
        <span className="figures">{phone}</span>
      </a>
      <a href={`sms:${number}`} aria-label={`Text ${name}`} className={buttonClass('plain', 'small')}>
        <MessageSquareText aria-hidden />
        Text
      </a>
    </>
  )
}

type RowProps = { item: Item; now: number; zone: string; onReplace: (why: ReplaceWhy) => void }

const Row = ({ item, now, zone, onReplace }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line md:px-5">
    <div className="min-w-[min(16rem,100%)] flex-1">
      <p>
        <span className="font-medium">{item.officer_name}</span>{' '}
        {item.assigned_at ? (
          <span className="figures text-soft">· assigned {ago(item.assigned_at, now)}</span>
        ) : (
          <span className="figures font-medium text-bad">· started {ago(item.starts_at, now)}</span>
        )}
      </p>
      <p className="figures truncate text-small text-faint">
        <Anchor to={paths.adminAssignment(item.assignment_id)} className="text-brand-ink underline">
          {item.title}
        </Anchor>
        , {clock(item.starts_at, zone)}–{clock(item.ends_at, zone)}
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-1.5">
      {item.officer_phone ? (
        <Reach name={item.officer_name} phone={item.officer_phone} />
      ) : (
        <TextLink to={paths.adminOfficer(item.officer_id)}>No phone on the roster</TextLink>
      )}
      <Needs call={replaceSick}>
        <Button
          size="small"
          icon={<Thermometer aria-hidden />}
          aria-label={`Mark as sick: ${item.officer_name}`}
          onClick={() => onReplace('sick')}
        >
          Mark as sick
        </Button>
      </Needs>
      <Needs call={moveOfficer}>
        <Button
          size="small"
          icon={<UserRoundArrowLeft aria-hidden />}
          aria-label={`Replace: ${item.officer_name}`}
          onClick={() => onReplace('hand')}
        >
          Replace
        </Button>
      </Needs>
    </div>
  </li>
)

/** Officers who should be at work and are not checked in, with what can be done now. Nothing where there are none. */
export const Late = ({ missing, now }: { missing: Missing; now: number }) => {
  const { time_zone: zone } = useOrganization()
  const [asked, setAsked] = useState<{ item: Item; why: ReplaceWhy } | null>(null)
  if (missing.count === 0 && !asked) return null
  const hidden = missing.count - missing.items.length
  return (
    <Card
      flush
      title={`Not checked in: ${missing.count.toLocaleString('en-US')} ${missing.count === 1 ? 'officer' : 'officers'}`}
      hint="Their shifts have started. You can record times and no-shows after the shift ends."
      aside={<TextLink to={dutyPage(now, zone)}>Schedule</TextLink>}
    >
      <ul aria-label="Late check-ins" className="divide-y divide-line">
        {missing.items.map((item) => (
          <Row key={item.signup_id} {...{ item, now, zone }} onReplace={(why) => setAsked({ item, why })} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-small text-faint md:px-5">
          {hidden.toLocaleString('en-US')} more on shifts that started later.
        </p>
      )}
      {asked && (
        <Suspense>
          <ReplaceSheet
            signup={{ id: asked.item.signup_id, name: asked.item.officer_name }}
            why={asked.why}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}
