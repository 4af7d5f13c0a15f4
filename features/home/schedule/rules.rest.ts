import { mergeSpans, minuteOf, type Span } from '#features/shifts/eligibility/rules.spans.ts'
import type { Range } from '#platform/shared/time.ts'
import type { ConflictKind } from './rules.ts'

/** Of the department's work rules: the minimum between two stretches of work; shorter gaps than the break don't end one. */
export type RestRule = { rest_minutes: number; break_minutes: number }

type Busy = Range & { kind: ConflictKind }
/** `rest`: minutes between them, and the minimum. */
export type ShortRest<B> = { before: B; after: B; rest: [minutes: number, limit: number] }

/**
 * Which of one officer's entries follow each other with too little rest, by the rule that sign-ups are checked with. As with
 * conflicts, one of the two is a shift: how tours follow each other is the rotation's matter. Leave is no work.
 */
export function shortRests<B extends Busy>(entries: readonly B[], rule: RestRule | null): ShortRest<B>[] {
  if (rule === null) return []
  const work = entries
    .filter(({ kind }) => kind !== 'leave')
    .map((entry) => ({ entry, span: [minuteOf(entry.starts_at), minuteOf(entry.ends_at)] as Span }))
    .filter(({ span: [from, to] }) => from < to)
  const blocks = mergeSpans(work.map(({ span }) => span))
  return blocks.slice(1).flatMap(([from], n) => {
    const end = blocks[n]?.[1] ?? from
    const minutes = from - end
    if (minutes < rule.break_minutes || minutes >= rule.rest_minutes) return []
    const ends = work.filter(({ span }) => span[1] === end)
    const begins = work.filter(({ span }) => span[0] === from)
    return ends.flatMap(({ entry: before }) =>
      begins.flatMap(({ entry: after }): ShortRest<B>[] =>
        before.kind === 'shift' || after.kind === 'shift'
          ? [{ before, after, rest: [minutes, rule.rest_minutes] }]
          : [],
      ),
    )
  })
}
