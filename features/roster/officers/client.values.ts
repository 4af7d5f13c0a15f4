import { useRead } from '#platform/web/reads.ts'
import type { Option } from '#platform/web/ui/checks.tsx'
import { listRosterValues, type RosterValue } from './contract.values.ts'

const optionsOf = (values: readonly RosterValue[] | undefined): Option[] =>
  (values ?? []).map(({ value, officers }) => ({ value, label: value, hint: officers.toLocaleString('en-US') }))

/** The units, ranks and certifications of the roster as choices, each with how many officers have it. */
export const useRosterValues = () => {
  const { data } = useRead(listRosterValues, {})
  return {
    units: optionsOf(data?.units),
    ranks: optionsOf(data?.ranks),
    certifications: optionsOf(data?.certifications),
    known: data !== undefined,
  }
}
