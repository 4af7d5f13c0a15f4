import { type AssignmentKind, assignmentKinds } from '#features/shifts/assignments/rules.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { adoptedAt, type DatedVersion, inForce } from '#features/shifts/award-rules/rules.ts'

/** How new shifts can be filled, as the setup asks: the department's two modes, and the most common ways to award. */
export const fillings = ['approval', 'first_come', 'least_hours', 'seniority', 'rotation'] as const
export type Filling = (typeof fillings)[number]
/** Ranked by an award rule. */
export type Ranked = Exclude<Filling, 'approval' | 'first_come'>
export const isRanked = (filling: Filling): filling is Ranked =>
  filling === 'least_hours' || filling === 'seniority' || filling === 'rotation'

type Rule = {
  id: string
  name: string
  /** Newest first. */
  versions: readonly (DatedVersion & { created_at: string; body: { method: AwardMethod } })[]
}
/** The award rules as they are listed; newest adoption first. */
export type Listed<R extends Rule = Rule> = {
  rules: readonly R[]
  adoptions: readonly { kind: AssignmentKind; rule_id: string | null; effective_from: string }[]
  now_at: string
}

/** What a type follows now, and from dates to come: null is no rule. `from` is null for now. */
export const followedBy = (
  kind: AssignmentKind,
  { adoptions, now_at }: Listed,
): { rule_id: string | null; from: string | null }[] => {
  const now = Date.parse(now_at)
  const coming = adoptions.filter((one) => one.kind === kind && Date.parse(one.effective_from) > now)
  return [
    { rule_id: adoptedAt(adoptions, kind, now), from: null },
    ...coming.map(({ rule_id, effective_from }) => ({ rule_id, from: effective_from })),
  ]
}
const followed = (listed: Listed) =>
  assignmentKinds.flatMap((kind) => followedBy(kind, listed).map(({ rule_id }) => rule_id))

/** The method by which a rule ranks now, if no version to come has another one; null before its first version. */
const methodOf = ({ versions }: Rule, now_at: string): AwardMethod | null => {
  const current = inForce(versions, Date.parse(now_at))
  const isOther = (one: (typeof versions)[number]) =>
    current !== null && one.version > current.version && one.body.method !== current.body.method
  return current && !versions.some(isOther) ? current.body.method : null
}

/**
 * How new shifts are filled now, if one press of the answer changes nothing: every type follows the same rule or none, now and later.
 * Null: the types differ, or it is another way.
 */
export const fillingOf = (mode: 'approval' | 'first_come', listed: Listed): Filling | null => {
  const [rule_id = null, ...others] = new Set(followed(listed))
  if (others.length > 0) return null
  if (rule_id === null) return mode
  const rule = listed.rules.find(({ id }) => id === rule_id)
  const method = rule && methodOf(rule, listed.now_at)
  return fillings.find((one) => isRanked(one) && one === method) ?? null
}

/** Whether the types follow the same now, and only what is scheduled makes them differ. */
export const isScheduled = (mode: 'approval' | 'first_come', listed: Listed): boolean => {
  const isPast = ({ effective_from }: Listed['adoptions'][number]) =>
    Date.parse(effective_from) <= Date.parse(listed.now_at)
  return (
    fillingOf(mode, listed) === null &&
    fillingOf(mode, { ...listed, adoptions: listed.adoptions.filter(isPast) }) !== null
  )
}

/** The department's own rule that the answer uses: of those that rank so, the one most types follow, else the oldest. Null: a new one. */
export const ruleFor = <R extends Rule>(method: Ranked, listed: Listed<R>): R | null => {
  const uses = Map.groupBy(followed(listed), (id) => id)
  const usesOf = ({ id }: Rule) => uses.get(id)?.length ?? 0
  const madeAt = ({ versions }: Rule) => Date.parse(versions.at(-1)?.created_at ?? '')
  const able = listed.rules.filter((rule) => methodOf(rule, listed.now_at) === method)
  const [first = null] = able.toSorted((a, b) => usesOf(b) - usesOf(a) || madeAt(a) - madeAt(b))
  return first
}
