import type { Requirements } from '#features/shifts/signups/rules.ts'

/** A post's requirements, as form values. */
export type TypedRequirements = {
  units: string[]
  ranks: string[]
  certifications: string[]
  service_months: number | null
}

export const typedRequirements = (of: Requirements): TypedRequirements => ({
  units: [...(of.units ?? [])],
  ranks: [...(of.ranks ?? [])],
  certifications: [...(of.certifications ?? [])],
  service_months: of.service_months || null,
})

const list = (texts: readonly string[]) => texts.map((one) => one.trim()).filter((one) => one !== '')

/** Empty fields are not sent. */
export const requirementsOf = ({ units, ranks, certifications, service_months }: TypedRequirements) => ({
  units: list(units),
  ranks: list(ranks),
  ...(list(certifications).length === 0 ? {} : { certifications: list(certifications) }),
  ...(service_months ? { service_months } : {}),
})

/** `K9`, `with CPR and first aid`, `with 12 months of service`: used after "Only". */
export const requirementWords = ({ units = [], ranks = [], certifications = [], service_months = 0 }: Requirements) => [
  ...units,
  ...ranks,
  ...certifications.map((type) => `with ${type}`),
  ...(service_months > 0 ? [`with ${service_months} months of service`] : []),
]
