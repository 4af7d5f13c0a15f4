import { useState } from 'react'
import { RuleInWords } from '#features/shifts/award-rules/parts/rule-in-words.tsx'
import { tiesIn } from '#features/shifts/award-rules/rules.rank.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { idOrNull, useUrlValue } from '#platform/web/url.ts'
import { figuresBeside } from '../client.figures.ts'
import { listMyReceipts, type Receipt } from '../contract.ts'
import { ruledOutWords } from '../rules.rounds.ts'
import { Ranking } from './ranking.tsx'
import { OutcomeBadge, Proof, purposeWords, ReceiptView } from './receipt-view.tsx'

type OthersProps = { others: NonNullable<Receipt['others']>; own: number; rule: Receipt['rule']; zone: string }

/** All applicants in their order, with what it takes to see why, if the rule shows that. */
const Others = ({ others, own, rule, zone }: OthersProps) => {
  const compared = others.flatMap((one) => one.compared ?? [])
  const figures =
    compared.length === others.length ? figuresBeside(rule, tiesIn(rule, compared[0] ?? {}), compared, zone) : null
  return (
    <div>
      <p className="font-medium">All applicants</p>
      <Ranking
        label="All applicants"
        figures={figures}
        rows={others.map((one, at) => ({
          key: `${one.rank}`,
          rank: one.rank,
          name: one.rank === own ? <span className="font-semibold">You</span> : one.name,
          result: <OutcomeBadge outcome={one.outcome} />,
          owed: one.compared?.owed === true,
          values: figures?.values[at] ?? [],
          why: one.ruled_out ? ruledOutWords[one.ruled_out] : null,
        }))}
      />
    </div>
  )
}

/** The receipt that the address names, once it is there. */
const show = (row: HTMLElement | null) => {
  row?.scrollIntoView({ block: 'nearest' })
  row?.focus({ preventScroll: true })
}

type RowProps = { one: Receipt; open: boolean; first: boolean; later: boolean }
const Row = ({ one, open: asked, first, later }: RowProps) => {
  const [open, setOpen] = useState(asked)
  const now = useNow()
  const { time_zone } = useOrganization()
  return (
    <li ref={first ? show : undefined} tabIndex={first ? -1 : undefined} className="scroll-mt-20 px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {one.title}
            <OutcomeBadge outcome={one.outcome} />
          </p>
          <p className="figures mt-0.5 text-small text-faint">
            {dayAndClock(one.starts_at, time_zone)} · {one.post_name} ·{' '}
            {one.purpose !== 'award' && `${purposeWords[one.purpose]} · `}number {one.rank} of {one.of} applicants ·
            decided {dayAndClock(one.at, time_zone)}
            {later && ' · see the later receipt above'}
          </p>
        </div>
        <Button
          size="small"
          look="quiet"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Receipt'}: ${one.title}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close' : 'Receipt'}
        </Button>
      </div>
      {open && (
        <div className="mt-3 flex flex-col gap-4">
          <ReceiptView {...one} one={one} zone={time_zone} now={now} name="You" />
          {one.reason && (
            <p>
              <span className="font-medium">Decided by {one.decided_by_name ?? 'an admin'}:</span> {one.reason}
            </p>
          )}
          {one.others && <Others others={one.others} own={one.rank} rule={one.rule} zone={time_zone} />}
          <Disclosure title={`Award rule: ${one.rule_name}`} className="text-small">
            <div className="mt-2">
              <RuleInWords rule={one.rule} name={one.rule_name} version={one.rule_version} />
            </div>
          </Disclosure>
          <Proof of={one} />
          <div className="no-print">
            <Button size="small" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

const LATEST = 5
export const receiptsHint = 'Your rank in each award, with the reason and the rule.'

/** Whether a later receipt is about the same post: the newest come first. */
const hasLater = (items: readonly Receipt[], at: number): boolean =>
  items.slice(0, at).some((other) => other.post_id === items[at]?.post_id)

/** The officer's award receipts, latest first: some or all; only one shift's if a link names it. */
export const MyReceipts = ({ whole = false }: { whole?: boolean }) => {
  const job = idOrNull(useUrlValue('job')[0])
  const list = useReadPages(listMyReceipts, job ? { assignment_id: job } : {})
  return (
    <Card
      flush
      title={whole ? undefined : 'Award receipts'}
      hint={whole ? undefined : receiptsHint}
      aside={
        !whole &&
        (job !== null || (list.items?.length ?? 0) > LATEST) && (
          <TextLink to={paths.officerStandingList('receipts')}>All award receipts</TextLink>
        )
      }
    >
      {list.error && !list.items ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={3} />
      ) : list.items.length === 0 ? (
        <EmptyState
          quiet
          title={job ? 'No award receipt for this shift yet' : 'No award receipts yet'}
          text="Receipts appear here seconds after sign-up closes."
        />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {list.items.slice(0, whole ? undefined : LATEST).map((one, at, all) => (
              <Row
                key={one.id}
                one={one}
                open={job !== null}
                first={job !== null && at === 0}
                later={hasLater(all, at)}
              />
            ))}
          </ul>
          {whole && list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items.length}
                noun="receipts"
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
