import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { actionWords } from '#features/department/audit/words.ts'
import { listSuperAdmins } from '#features/vendor/users/contract.ts'
import { endOfDayIn, startOfDayIn } from '#platform/shared/wall.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { dateOrNull, idOrNull, useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { kinds } from '../rules.ts'
import { kindWords, readWords } from '../words.ts'

/** The filters in the URL; unknown values are ignored. Days are in the reader's zone. */
export const useVendorAuditFilters = () => {
  const zone = useZone()
  const [kind] = useUrlValue('kind')
  const person = idOrNull(useUrlValue('person')[0])
  const [action] = useUrlValue('action')
  const organization = idOrNull(useUrlValue('organization')[0])
  const from = dateOrNull(useUrlValue('from')[0])
  const to = dateOrNull(useUrlValue('to')[0])
  const known = kinds.find((one) => one === kind)
  const filters = {
    ...(known ? { kind: known } : {}),
    ...(person && { person }),
    ...(action ? { action: action.slice(0, 80) } : {}),
    ...(organization && { organization }),
    ...(from ? { since: startOfDayIn(zone, from) } : {}),
    ...(to ? { until: endOfDayIn(zone, to) } : {}),
  }
  return { filters, from, to }
}
export type Asked = ReturnType<typeof useVendorAuditFilters>

/** Calls that change something, and those that view across departments. */
const actions = Object.entries({ ...readWords, ...actionWords })
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))
const everything = { value: 'all', label: 'All' }
const kindOptions = [everything, ...kinds.map((value) => ({ value, label: kindWords[value] }))]
const none = { kind: null, person: null, action: null, organization: null, from: null, to: null }

const PersonFilter = ({ person }: { person: string | undefined }) => {
  const setUrl = useSetUrl()
  const { items } = useReadPages(listSuperAdmins, {}, { keep: true })
  const staff = (items ?? []).flatMap(({ user_id, name, email, active }) =>
    user_id ? [{ value: user_id, label: name || email, hint: active ? email : `${email}, no longer on the list` }] : [],
  )
  const missing = person && !staff.some((one) => one.value === person)
  return (
    <Field label="Person" className="w-full md:w-56">
      {(control) => (
        <Combobox
          {...control}
          value={person ?? null}
          placeholder="Anyone"
          options={missing ? [...staff, { value: person, label: 'Selected person' }] : staff}
          onChange={(value) => setUrl({ person: value })}
        />
      )}
    </Field>
  )
}

const Fields = ({ filters, from, to }: Asked) => {
  const setUrl = useSetUrl()
  return (
    <>
      <Field label="Show" className="w-full md:w-44">
        {(control) => (
          <Select
            {...control}
            value={filters.kind ?? everything.value}
            options={kindOptions}
            onChange={(next) => setUrl({ kind: next === everything.value ? null : next })}
          />
        )}
      </Field>
      <PersonFilter person={filters.person} />
      <Field label="Action" className="w-full md:w-64">
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
      <UrlDates from={from} to={to} />
    </>
  )
}

/** Collapsed on a phone, with the number of active filters. The organization comes from the selector in the header. */
export const VendorAuditFilters = (asked: Asked) => {
  const setUrl = useSetUrl()
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const count = Object.keys(asked.filters).length
  return (
    <Toolbar label="Filter audit log">
      {phone && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
          Filters{count > 0 ? ` (${count})` : ''}
        </Button>
      )}
      {(!phone || open) && <Fields {...asked} />}
      {count > 0 && (
        <Button look="quiet" onClick={() => setUrl(none)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
