import { useState } from 'react'
import { RuleInWords } from '#features/shifts/award-rules/parts/rule-in-words.tsx'
import { tiesUsed } from '#features/shifts/award-rules/rules.rank.ts'
import { oneReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { paths } from '#platform/shared/paths.ts'
import { counted } from '#platform/shared/text.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { Needs, useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { figuresBeside } from '../client.figures.ts'
import { type AwardOf, awardEarly, giveByHand, listRounds, type Round } from '../contract.ts'
import { fullWords, skipWords } from '../words.ts'
import { Ranking } from './ranking.tsx'
import { OutcomeBadge, Proof, purposeWords, ReceiptView } from './receipt-view.tsx'

type One = Round['receipts'][number]
type OneProps = { one: One; round: Round }

/** Those who would have had the spot before this officer: ranked higher, and still waiting for it. */
const skippedBy = (one: One, round: Round): string[] =>
  round.receipts
    .filter(({ rank, status, outcome }) => rank < one.rank && status === 'waitlisted' && outcome !== 'ineligible')
    .map(({ name }) => name)

const GiveByHand = ({ one, round }: OneProps) => {
  const [asking, setAsking] = useState(false)
  const give = useWrite(giveByHand)
  const may = useMay()
  const signup = one.signup_id
  if (!may(giveByHand) || signup === null || one.status !== 'waitlisted') return null
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Assign manually
      </Button>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Assign ${one.name} to this shift?`}
        text={skipWords(skippedBy(one, round))}
        action="Assign officer"
        look="primary"
        onConfirm={async (reason) => {
          await give.run({ id: signup, reason })
          toast.success('Officer assigned', 'The officer will be notified with your reason.')
        }}
      />
    </>
  )
}

/** A spot that an admin gave, whatever the order was. */
const isByHand = ({ purpose, reason }: Round): boolean => purpose !== 'award' && reason !== null

const Result = ({ one, round }: OneProps) =>
  isByHand(round) && one.outcome === 'awarded' ? (
    <Badge tone="warn">Assigned manually</Badge>
  ) : (
    <OutcomeBadge outcome={one.outcome} />
  )

/** The first reason of an officer who was not eligible; the receipt has all of them. */
const whyNot = ({ outcome, reasons }: One, starts_at: string, zone: string, now: number): string | null => {
  const [reason] = outcome === 'ineligible' ? besidesFull(reasons) : []
  return reason ? oneReason(reason, zone, now, starts_at) : null
}

type ActionsProps = OneProps & { last: boolean; open: boolean; onOpen: () => void }

const Actions = ({ one, round, last, open, onOpen }: ActionsProps) => {
  const me = useSignedIn().officer?.id
  return (
    <span className="no-print flex flex-wrap justify-end gap-2">
      {last && !round.full && one.officer_id !== me && <GiveByHand one={one} round={round} />}
      <Button
        size="small"
        look="quiet"
        aria-expanded={open}
        aria-label={`${open ? 'Close' : 'Receipt'}: ${one.name}`}
        onClick={onOpen}
      >
        {open ? 'Close' : 'Receipt'}
      </Button>
    </span>
  )
}

/** Everyone who applied, in the order of the rule, each with the receipt. */
const Receipts = ({ round, last }: { round: Round; last: boolean }) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const now = useNow()
  const { time_zone: zone } = useOrganization()
  const { rule, receipts, won, places, starts_at } = round
  const all = receipts.map((one) => one.values)
  const figures = figuresBeside(rule, tiesUsed(rule, receipts), all, zone)
  const toggle = (id: string) =>
    setOpen((was) => new Set(was.has(id) ? [...was].filter((one) => one !== id) : [...was, id]))
  const rows = receipts.map((one, at) => ({
    key: one.id,
    rank: one.rank,
    name: one.name,
    result: <Result one={one} round={round} />,
    owed: one.values.owed,
    values: figures.values[at] ?? [],
    why: whyNot(one, starts_at, zone, now),
    actions: <Actions {...{ one, round, last }} open={open.has(one.id)} onOpen={() => toggle(one.id)} />,
    more: open.has(one.id) && (
      <ReceiptView {...{ one, rule, won, places, zone, now, starts_at }} name={one.name} officer_id={one.officer_id} />
    ),
  }))
  return <Ranking label={`Applicants, ${round.post_name}`} figures={figures} rows={rows} />
}

const stillWaiting: readonly One['outcome'][] = ['waitlisted', 'undecided']
/** Eligible officers ranked above the one who got the spot by hand. */
const passedIn = ({ receipts }: Round): number => {
  const given = Math.max(0, ...receipts.flatMap(({ outcome, rank }) => (outcome === 'awarded' ? rank : [])))
  return receipts.filter(
    ({ outcome, rank, reasons }) =>
      rank < given && stillWaiting.includes(outcome) && reasons.every(({ code }) => code === 'full'),
  ).length
}

/** Who gave a spot by hand or awarded early, why, and over whom. */
const ByHand = ({ round }: { round: Round }) => {
  const passed = isByHand(round) ? passedIn(round) : 0
  return (
    <p className="mt-1">
      {isByHand(round) ? 'Assigned manually' : 'Awarded early'} by {round.decided_by_name ?? 'an admin'}
      {passed > 0 && `, ahead of ${passed} eligible ${passed === 1 ? 'officer' : 'officers'} who ranked higher`}.
      Reason: {round.reason}
      {passed > 0 && (
        <>
          {' · '}
          <TextLink to={paths.adminAwardCases()}>Skipped officers</TextLink>
        </>
      )}
    </p>
  )
}

/** `last`: the post has no later round, so this one offers the button to award a spot to a waiting officer. */
const OneRound = ({ round, last }: { round: Round; last: boolean }) => {
  const { time_zone } = useOrganization()
  return (
    <section className="border-t border-line pt-4" aria-label={`${purposeWords[round.purpose]}, ${round.post_name}`}>
      <h3 className="font-semibold">
        {purposeWords[round.purpose]}: {round.post_name}
      </h3>
      <p className="figures text-small text-faint">
        {dayAndClock(round.at, time_zone)} · {round.rule_name}
        {round.rule_version !== null && `, version ${round.rule_version}`} · {round.receipts.length} applied,{' '}
        {round.places} {round.places === 1 ? 'spot' : 'spots'}
      </p>
      {round.reason && <ByHand round={round} />}
      {last && round.full && round.receipts.some(({ status }) => status === 'waitlisted') && (
        <p className="no-print mt-1 text-small text-soft">{fullWords}</p>
      )}
      {round.receipts.length > 0 && <Receipts round={round} last={last} />}
      <Proof of={round} />
    </section>
  )
}

const AwardNow = ({ id, applied }: { id: string; applied: number }) => {
  const [asking, setAsking] = useState(false)
  const early = useWrite(awardEarly)
  return (
    <>
      <Needs call={awardEarly}>
        <Button onClick={() => setAsking(true)}>Award now</Button>
      </Needs>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title="Award before sign-up ends?"
        text={`Sign-up closes right away; ${applied === 1 ? 'the 1 applicant is' : `the ${applied} applicants are`} ranked by the rule. Every receipt shows your reason.`}
        action="Award now"
        look="primary"
        onConfirm={async (reason) => {
          await early.run({ assignment_id: id, reason })
          toast.success('Sign-up is closed', 'The award will appear here in a moment.')
        }}
      />
    </>
  )
}

const State = ({ of }: { of: AwardOf }) => {
  const { time_zone } = useOrganization()
  if (of.awarded_at !== null) return <p>Awarded {dayAndClock(of.awarded_at, time_zone)}.</p>
  const applied = counted(of.applied, 'applicant')
  return (
    <p className="figures">
      {applied}. {of.closes_at && `Spots will be awarded ${dayAndClock(of.closes_at, time_zone)}.`}{' '}
      <TextLink to={paths.adminAwardRules()}>Upcoming awards</TextLink>
    </p>
  )
}

/** On an assignment's page: its rule in words, the state of the award, and every round with its receipts. */
export const AwardCard = ({ id }: { id: string }) => {
  const read = useRead(listRounds, { assignment_id: id })
  const of = read.data
  if (read.error && !of) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (!of) return <CardSkeleton />
  if (of.mode !== 'award' && of.rounds.length === 0) return null
  return (
    <Card title="Award" aside={of.may_award && <AwardNow id={id} applied={of.applied} />}>
      <div className="flex flex-col gap-4">
        {of.mode === 'award' && <State of={of} />}
        <Disclosure title="The rule" open={of.rounds.length === 0}>
          <div className="mt-2">
            <RuleInWords rule={of.rule} name={of.rule_name} version={of.rule_version} />
          </div>
        </Disclosure>
        {of.mode === 'award' && of.awarded_at === null && of.commitment && (
          <Disclosure title="How to verify the draw">
            <p className="mt-2 text-soft">
              The draw's seed is already set and will be published with the award. Compare it with this hash:
            </p>
            <p className="mt-1 text-small break-all text-faint">{of.commitment}</p>
          </Disclosure>
        )}
        {of.rounds.map((round) => (
          <OneRound
            key={round.id}
            round={round}
            last={round === of.rounds.find((one) => one.post_id === round.post_id)}
          />
        ))}
      </div>
    </Card>
  )
}
