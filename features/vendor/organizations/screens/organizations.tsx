import FileCheck from 'lucide-react/icons/file-check'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { paths } from '#platform/shared/paths.ts'
import { tiers } from '#platform/shared/plans.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useUrlSearch, useUrlValue } from '#platform/web/url.ts'
import { exportOrganizations } from '../contract.ts'
import { CreateOrganization } from '../parts/create-organization.tsx'
import { type Filters, OrganizationTable } from '../parts/organization-table.tsx'
import { listedStates, QUIET_DAYS } from '../rules.ts'
import { stateWords, tierWords } from '../words.ts'

type Option<V extends string> = { value: V; label: string }
const choices = {
  tier: { label: 'Plan', options: tiers.map((value) => ({ value, label: tierWords[value] })) },
  state: { label: 'Status', options: listedStates.map((value) => ({ value, label: stateWords[value] })) },
  trial: {
    label: 'Trial',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'ending_soon', label: 'Ends within 7 days' },
      { value: 'expired', label: 'Over' },
    ],
  },
  quiet: { label: 'Activity', options: [{ value: 'yes', label: `Inactive for ${QUIET_DAYS} days` }] },
} as const satisfies Record<string, { label: string; options: readonly Option<string>[] }>
type ChoiceName = keyof typeof choices

const useChoice = <N extends ChoiceName>(name: N): Filters[N] => {
  const [inUrl] = useUrlValue(name)
  const options: readonly Option<string>[] = choices[name].options
  return options.find((one) => one.value === inUrl)?.value as Filters[N]
}

const Choice = ({ name }: { name: ChoiceName }) => {
  const [, set] = useUrlValue(name)
  const value = useChoice(name) ?? 'any'
  const { label, options } = choices[name]
  return (
    <Field label={label} className="w-[calc(50%-0.25rem)] md:w-36 xl:w-44">
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(next: string) => set(next === 'any' ? null : next)}
          options={[{ value: 'any', label: 'Any' }, ...options]}
        />
      )}
    </Field>
  )
}

/** `/super-admin/organizations` */
export default function Organizations() {
  const [creating, setCreating] = useState(false)
  const { typed, setTyped, search } = useUrlSearch()
  const filters: Filters = {
    search: search || undefined,
    tier: useChoice('tier'),
    state: useChoice('state'),
    trial: useChoice('trial'),
    quiet: useChoice('quiet'),
  }
  return (
    <>
      <PageHeader
        title="Organizations"
        hint="Plans, limits and status of every organization. To view one, start support access."
        actions={
          <>
            <ButtonLink to={paths.superAdminErasures()} icon={<FileCheck aria-hidden />}>
              Deletions
            </ButtonLink>
            <ExportMenu endpoint={exportOrganizations} input={filters} />
            <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              New organization
            </Button>
          </>
        }
      />
      <Toolbar label="Find organizations">
        <Field label="Search" className="w-full md:w-72">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={typed}
              maxLength={100}
              placeholder="Name or web address"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Choice name="tier" />
        <Choice name="state" />
        <Choice name="trial" />
        <Choice name="quiet" />
      </Toolbar>
      <OrganizationTable filters={filters} />
      {creating && <CreateOrganization onClose={() => setCreating(false)} />}
    </>
  )
}
