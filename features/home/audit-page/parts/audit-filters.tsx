import { actionWords, thingWords } from '#features/department/audit/words.ts'
import { OfficerFilter } from '#features/roster/officers/parts/officer-filter.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { dateOrNull, idOrNull, useSetUrl, useUrlValue } from '#platform/web/url.ts'

export type Filters = {
  person?: string
  action?: string
  thing?: string
  thing_id?: string
  from?: string
  to?: string
}

const isNobody = (text: string | null): text is 'system' | 'vendor' => text === 'system' || text === 'vendor'

/** The filters are in the URL; invalid values are ignored. */
export const useAuditFilters = (): Filters => {
  const [who] = useUrlValue('person')
  const [action] = useUrlValue('action')
  const [thing] = useUrlValue('thing')
  const thing_id = idOrNull(useUrlValue('thing_id')[0])
  const from = dateOrNull(useUrlValue('from')[0])
  const to = dateOrNull(useUrlValue('to')[0])
  const person = isNobody(who) ? who : idOrNull(who)
  return {
    ...(person && { person }),
    ...(action ? { action: action.slice(0, 80) } : {}),
    ...(thing ? { thing: thing.slice(0, 80) } : {}),
    ...(thing_id && { thing_id }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

const sorted = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
const actions = sorted(actionWords)
const things = sorted(thingWords)
const nobodies = [
  { value: 'vendor', label: 'The vendor', hint: 'Vendor staff, including support access' },
  { value: 'system', label: 'Not on the roster', hint: 'System and visitors' },
]

const ActionFilter = ({ action }: { action: string | undefined }) => {
  const setUrl = useSetUrl()
  return (
    <Field label="Action" className="w-full md:w-56">
      {(control) => (
        <Combobox
          {...control}
          value={action ?? null}
          placeholder="Any action"
          options={actions}
          onChange={(value) => setUrl({ action: value })}
        />
      )}
    </Field>
  )
}

const ThingFilter = ({ thing }: { thing: string | undefined }) => {
  const setUrl = useSetUrl()
  return (
    <Field label="Object" className="w-full md:w-48">
      {(control) => (
        <Combobox
          {...control}
          value={thing ?? null}
          placeholder="Any object"
          options={things}
          onChange={(value) => setUrl({ thing: value })}
        />
      )}
    </Field>
  )
}

const none = { person: null, action: null, thing: null, thing_id: null, from: null, to: null }

export const AuditFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const count = Object.keys(filters).length
  const { from, to } = filters
  return (
    <Toolbar label="Filter audit log">
      <Folded
        filters={[
          {
            key: 'person',
            set: filters.person ? 1 : 0,
            node: <OfficerFilter name="person" label="Person" value={filters.person} others={nobodies} />,
          },
          { key: 'action', set: filters.action ? 1 : 0, node: <ActionFilter action={filters.action} /> },
          { key: 'dates', set: [from, to].filter(Boolean).length, node: <UrlDates from={from} to={to} /> },
          { key: 'thing', set: filters.thing ? 1 : 0, node: <ThingFilter thing={filters.thing} /> },
        ]}
      />
      {count > 0 && (
        <Button data-clear look="quiet" onClick={() => setUrl(none)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
