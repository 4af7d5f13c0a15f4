import { useState } from 'react'
import { type Remedy, remedies } from '#features/shifts/award-rules/rules.ts'
import { labelOf, remedyWords } from '#features/shifts/award-rules/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { day, dayAndClock, duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { type Case, closeCase, listCases } from '../contract.ts'
import { InputDifferences } from '../parts/input-differences.tsx'
import { WrongInputs } from '../parts/wrong-inputs.tsx'

const Close = ({ one, onClose }: { one: Case; onClose: () => void }) => {
  const [remedy, setRemedy] = useState<Remedy>(one.remedy)
  const close = useWrite(closeCase)
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      title={`Close ${one.officer_name}'s case?`}
      text={`Remedy under ${one.rule_name}: ${remedyWords[one.remedy]}. ${one.officer_name} will be notified of your decision.`}
      action="Close case"
      back="Cancel"
      look="primary"
      reasonLabel="Findings and outcome"
      onConfirm={async (note) => {
        await close.run({ id: one.id, remedy, note })
        toast.success('Case closed', 'The officer has been notified.')
      }}
    >
      <Field label="Remedy">
        {(control) => (
          <Select
            {...control}
            value={remedy}
            onChange={setRemedy}
            options={remedies.map((value) => ({ value, label: labelOf(remedyWords[value]) }))}
          />
        )}
      </Field>
    </ConfirmWithReason>
  )
}

const givenBy = (one: Case): string =>
  `${one.made_by_name ? `Assigned by ${one.made_by_name}` : 'Assigned automatically'}${one.made_reason ? `: ${one.made_reason}` : ', no reason given'}.`

const Row = ({ one }: { one: Case }) => {
  const may = useMay()
  const [closing, setClosing] = useState(false)
  const { time_zone } = useOrganization()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3.5 md:px-5">
      <div className="min-w-48 flex-1">
        <p>
          <span className="font-medium">{one.officer_name}</span>{' '}
          {one.cause === 'skipped'
            ? `was skipped: ${one.instead_name} is confirmed for `
            : `ranked below ${one.instead_name} because of incorrect hours in the award for `}
          <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>
        </p>
        <p className="figures text-small text-faint">
          {dayAndClock(one.starts_at, time_zone)} · {one.post_name} · {duration(one.minutes)} · found{' '}
          {day(one.found_at, time_zone)}
        </p>
        {one.cause === 'wrong_inputs' && <InputDifferences of={one.differences} />}
        <p className="mt-1 text-small text-soft">
          {one.cause === 'skipped' && <>{givenBy(one)} </>}Remedy under the rule: {remedyWords[one.remedy]}.
        </p>
        {one.closed_at && one.closed_remedy && (
          <p className="mt-1 text-small">
            Closed by {one.closed_by_name} on {day(one.closed_at, time_zone)} with {remedyWords[one.closed_remedy]}:{' '}
            {one.closed_note}
          </p>
        )}
      </div>
      {one.closed_at === null && may(closeCase) && (
        <Button
          size="small"
          aria-label={`Close ${one.officer_name}'s case`}
          why={one.may_close ? null : 'You were involved in this case. Another admin must close it.'}
          onClick={() => setClosing(true)}
        >
          Close
        </Button>
      )}
      {closing && <Close one={one} onClose={() => setClosing(false)} />}
    </li>
  )
}

const CaseList = ({ state }: { state: 'open' | 'closed' }) => {
  const list = useReadPages(listCases, { state })
  return (
    <>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={4} />
        ) : list.items.length === 0 ? (
          <EmptyState
            title={state === 'open' ? 'No skipped officers' : 'No closed cases'}
            text="Officers skipped in an award appear here."
          />
        ) : (
          <ul className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Card>
      {list.items && list.more && (
        <LoadMore more loading={list.loadingMore} onMore={list.loadMore} shown={list.items.length} noun="cases" />
      )}
    </>
  )
}

const shown = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'inputs', label: 'Incorrect hours' },
] as const

/** `/admin/staffing/cases`: officers skipped in an award, and how each case was settled. */
export default function Cases() {
  const [chosen, setState] = useUrlValue('state')
  const state = shown.find((one) => one.value === chosen)?.value ?? 'open'
  return (
    <>
      <PageHeader
        title="Skipped officers"
        hint="Every award is checked nightly. Each skipped officer gets a case, closed by an admin who wasn't involved."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter cases">
        <div className="w-52">
          <Select
            aria-label="Status"
            value={state}
            onChange={(next) => setState(next === 'open' ? null : next)}
            options={shown}
          />
        </div>
      </Toolbar>
      {state === 'inputs' ? <WrongInputs /> : <CaseList state={state} />}
    </>
  )
}
