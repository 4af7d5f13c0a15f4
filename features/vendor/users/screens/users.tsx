import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlSearch, useUrlValue } from '#platform/web/url.ts'
import { SuperAdmins } from '../parts/super-admins.tsx'
import { UserTable } from '../parts/user-table.tsx'
import { type UserFilter, userFilters } from '../rules.ts'

const filterWords: Readonly<Record<UserFilter, string>> = {
  all: 'All accounts',
  locked: 'Locked',
  disabled: 'Disabled',
  vendor: 'Super admins',
}
const options = userFilters.map((value) => ({ value, label: filterWords[value] }))

const Accounts = () => {
  const { typed, setTyped, search } = useUrlSearch()
  const [show, setShow] = useUrlValue('show')
  const filter = userFilters.find((one) => one === show) ?? 'all'
  return (
    <>
      <Toolbar label="Find accounts" className="mt-3">
        <Field label="Search" className="w-full md:w-80">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={typed}
              maxLength={100}
              placeholder="Name or email"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field label="Show" className="w-full md:w-48">
          {(control) => (
            <Select
              {...control}
              value={filter}
              options={options}
              onChange={(next) => setShow(next === 'all' ? null : next)}
            />
          )}
        </Field>
      </Toolbar>
      <UserTable q={search} show={filter} />
    </>
  )
}

/** `/super-admin/users`: all accounts, and the vendor's own staff. */
export default function Users() {
  return (
    <>
      <PageHeader title="Users" hint="Accounts in all organizations. Searches are recorded." />
      <Tabs
        label="Users"
        tabs={[
          { value: 'accounts', label: 'Accounts', content: <Accounts /> },
          { value: 'super-admins', label: 'Super admins', content: <SuperAdmins /> },
        ]}
      />
    </>
  )
}
