import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useMemo, useState } from 'react'
import { listOfficers } from '#features/officers/contract.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useRead } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Combobox } from '#platform/web/ui/select.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { actionWords, thingWords } from '../rules.words.ts'

export type Filters = {
  person?: string
  action?: string
  thing?: string
  thing_id?: string
  from?: string
  to?: string
}

const isId = (text: string | null): text is string => text !== null && /^[0-9a-f-]{36}$/.test(text)
const isNobody = (text: string | null): text is 'system' | 'vendor' => text === 'system' || text === 'vendor'
const isDate = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** The filters stand in the address; what is none of theirs is as if it were not there. */
export const useAuditFilters = (): Filters => {
  const [person] = useUrlValue('person')
  const [action] = useUrlValue('action')
  const [thing] = useUrlValue('thing')
  const [thingId] = useUrlValue('thing_id')
  const [from] = useUrlValue('from')
  const [to] = useUrlValue('to')
  return {
    ...(isId(person) || isNobody(person) ? { person } : {}),
    ...(action ? { action: action.slice(0, 80) } : {}),
    ...(thing ? { thing: thing.slice(0, 80) } : {}),
    ...(isId(thingId) ? { thing_id: thingId } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
  }
}

const sorted = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
const actions = sorted(actionWords)
const things = sorted(thingWords)
const nobodies = [
  { value: 'vendor', label: 'The vendor', hint: 'Its staff, support access included' },
  { value: 'system', label: 'Nobody of the roster', hint: 'Jobs, people not signed in' },
]

/** People are looked for on the server; the one that is chosen stays an option whatever is typed. */
const PersonFilter = ({ person }: { person: string | undefined }) => {
  const setUrl = useSetUrl()
  const [typed, setTyped] = useState('')
  const found = useRead(listOfficers, { search: typed }, { keep: true })
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({})
  const options = useMemo(() => {
    const list = (found.data?.items ?? []).map(({ id, name, badge_number }) => ({
      value: id,
      label: name,
      ...(badge_number ? { hint: `Badge ${badge_number}` } : {}),
    }))
    const missing = person && !isNobody(person) && !list.some((one) => one.value === person)
    return [...nobodies, ...list, ...(missing ? [{ value: person, label: known[person] ?? 'The chosen officer' }] : [])]
  }, [found.data, person, known])
  return (
    <Field label="Person" className="w-full md:w-56">
      {(control) => (
        <Combobox
          {...control}
          value={person ?? null}
          placeholder="Anybody"
          options={options}
          onSearch={(text) => setTyped(options.some((one) => one.label === text) ? '' : text.slice(0, 100))}
          onChange={(value) => {
            const label = options.find((one) => one.value === value)?.label
            if (value && label) setKnown({ ...known, [value]: label })
            setUrl({ person: value })
          }}
        />
      )}
    </Field>
  )
}

const MoreFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  return (
    <>
      <Field label="Action" className="w-full md:w-56">
        {(control) => (
          <Combobox
            {...control}
            value={filters.action ?? null}
            placeholder="Any action"
            options={actions}
            onChange={(value) => setUrl({ action: value })}
          />
        )}
      </Field>
      <Field label="Thing" className="w-full md:w-48">
        {(control) => (
          <Combobox
            {...control}
            value={filters.thing ?? null}
            placeholder="Any thing"
            options={things}
            onChange={(value) => setUrl({ thing: value })}
          />
        )}
      </Field>
      <UrlDates from={filters.from} to={filters.to} />
    </>
  )
}

const none = { person: null, action: null, thing: null, thing_id: null, from: null, to: null }

/** On a phone all but the person is folded away, and says how many are set. */
export const AuditFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const count = Object.keys(filters).length
  return (
    <Toolbar label="Filter the audit log">
      {(!phone || open) && (
        <>
          <PersonFilter person={filters.person} />
          <MoreFilters filters={filters} />
        </>
      )}
      {phone && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
          Filters{count > 0 ? ` (${count})` : ''}
        </Button>
      )}
      {count > 0 && (
        <Button look="quiet" onClick={() => setUrl(none)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
