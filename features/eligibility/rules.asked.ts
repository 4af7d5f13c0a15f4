import type { Requirements } from '#features/signups/rules.ts'

/** What a post asks of a person, as it is typed: lists with commas between. */
export type TypedRequirements = { units: string; ranks: string; certifications: string; service_months: number | null }

const words = (list: readonly string[] | undefined) => (list ?? []).join(', ')
const list = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export const typedRequirements = (of: Requirements): TypedRequirements => ({
  units: words(of.units),
  ranks: words(of.ranks),
  certifications: words(of.certifications),
  service_months: of.service_months || null,
})

/** Nothing is sent of what is empty. */
export const requirementsOf = ({ units, ranks, certifications, service_months }: TypedRequirements) => ({
  units: list(units),
  ranks: list(ranks),
  ...(certifications.trim() === '' ? {} : { certifications: list(certifications) }),
  ...(service_months ? { service_months } : {}),
})

/** `K9`, `with CPR and first aid`, `with 12 months of service`: behind "Only". */
export const requirementWords = ({ units = [], ranks = [], certifications = [], service_months = 0 }: Requirements) => [
  ...units,
  ...ranks,
  ...certifications.map((type) => `with ${type}`),
  ...(service_months > 0 ? [`with ${service_months} months of service`] : []),
]
