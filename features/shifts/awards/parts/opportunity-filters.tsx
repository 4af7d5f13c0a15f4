import { OfficerFilter } from '#features/roster/officers/parts/officer-filter.tsx'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords as typeWords } from '#features/shifts/assignments/words.ts'
import { kindWords, ledgerKinds } from '#features/shifts/award-rules/rules.opportunities.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ChoiceFilter } from '#platform/web/ui/filter-bar.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { dateOrNull, idOrNull, useSetUrl, useUrlValue } from '#platform/web/url.ts'
import type { listOpportunities } from '../contract.ledger.ts'

export type Filters = Omit<InputOf<typeof listOpportunities>, 'after'>

/** The filters are in the URL; invalid values are ignored. */
export const useOpportunityFilters = () => {
  const officer_id = idOrNull(useUrlValue('officer')[0])
  const [chosen] = useUrlValue('kind')
  const [of] = useUrlValue('type')
  const from = dateOrNull(useUrlValue('from')[0])
  const to = dateOrNull(useUrlValue('to')[0])
  const kind = ledgerKinds.find((one) => one === chosen)
  const type = assignmentKinds.find((one) => one === of)
  // The server refuses dates in the wrong order; the field says so first.
  const turned = from !== null && to !== null && to < from
  const filters: Filters = {
    ...(officer_id && { officer_id }),
    ...(kind && { kind }),
    ...(type && { type }),
    ...(from && { from }),
    ...(to && !turned && { to }),
  }
  return { filters, to: to ?? undefined, problem: turned ? "The end date can't be before the start date." : null }
}

const optionsOf = (all: string, words: Readonly<Record<string, string>>) => [
  { value: 'all', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]
const outcomes = optionsOf('All outcomes', kindWords)
const types = optionsOf('All types', typeWords)
const wide = 'w-full md:w-44'

const none = { officer: null, kind: null, type: null, from: null, to: null }

export const OpportunityFilters = ({ filters, to, problem }: ReturnType<typeof useOpportunityFilters>) => {
  const setUrl = useSetUrl()
  const { officer_id, kind, type, from } = filters
  const officer = <OfficerFilter name="officer" label="Officer" value={officer_id} />
  const outcome = <ChoiceFilter name="kind" label="Outcome" options={outcomes} className={wide} />
  const shiftType = <ChoiceFilter name="type" label="Shift type" options={types} className={wide} />
  return (
    <Toolbar label="Filter entries">
      <Folded
        filters={[
          { key: 'officer', set: officer_id ? 1 : 0, node: officer },
          { key: 'outcome', set: kind ? 1 : 0, node: outcome },
          { key: 'dates', set: [from, to].filter(Boolean).length, node: <UrlDates {...{ from, to, problem }} /> },
          { key: 'type', set: type ? 1 : 0, node: shiftType },
        ]}
      />
      {(Object.keys(filters).length > 0 || problem) && (
        <Button data-clear look="quiet" onClick={() => setUrl(none)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
