import type { SomeValues } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { periodWords } from '#features/shifts/award-rules/words.ts'
import { counted } from '#platform/shared/text.ts'
import { type Figure, figuresBeside, figuresOf, shownOf } from './client.figures.ts'
import type { OrderedBy, OutOfOrder } from './contract.shapes.ts'

/** The figures of the method, the one that leads first, and the priority group after them. */
const figures = (rule: AwardRule, zone: string): [Figure, ...Figure[]] => {
  const own = (more: Partial<AwardRule>) => figuresOf({ ...rule, ...more, ties: [], weights: [] }, zone)
  const [lead, ...rest] = own({ groups: [] })
  if (!lead) throw new Error(`${rule.method} compares nothing`)
  return [lead, ...rest, ...own({}).filter(({ field }) => field === 'group')]
}

/** Which order a list of officers is in, where the award rule of the shift decides it. */
export const orderedWords = ({ name, version, body }: NonNullable<OrderedBy>, zone: string): string => {
  const { compared } = figuresBeside(body, [], [], zone)
  return `Ranked by ${name}, version ${version}. It compares ${compared}${body.method === 'least_hours' ? ` ${periodWords(body)}` : ''}.`
}

/** Names the figure that leads. */
export const leadHead = ({ body }: NonNullable<OrderedBy>, zone: string): string => figures(body, zone)[0].label

const withLabel = (figure: Figure, some: SomeValues) => `${figure.label}: ${shownOf(figure, some)}`

/** What the rule compared of an officer: the figure that leads, without its name and with it, and the others. */
export const comparedWords = ({ body }: NonNullable<OrderedBy>, compared: SomeValues, zone: string) => {
  const [lead, ...rest] = figures(body, zone)
  const owed = compared.owed ? ['Owed the next opportunity'] : []
  return {
    lead: shownOf(lead, compared),
    labeled: withLabel(lead, compared),
    more: [...owed, ...rest.map((one) => withLabel(one, compared))],
  }
}

/** `Fair overtime ranks 7 eligible officers higher`, before another is assigned; null if it ranks none higher. */
export const firstWords = (rule: OrderedBy, ahead: number): string | null =>
  rule && ahead > 0 ? `${rule.name} ranks ${counted(ahead, 'eligible officer')} higher` : null

/**
 * The one reason that an admin entered, as what was asked for: an override of reasons against the officer, the rule's order or an award
 * still `to_come`, or both.
 */
export const givenReasons = (
  one: { ahead: number; reasons: readonly object[]; to_come?: boolean },
  reason: string | undefined,
): { override_reason?: string; out_of_order?: OutOfOrder } =>
  reason === undefined
    ? {}
    : {
        ...(one.reasons.length > 0 ? { override_reason: reason } : {}),
        ...(one.ahead > 0 || one.to_come ? { out_of_order: { reason } } : {}),
      }
