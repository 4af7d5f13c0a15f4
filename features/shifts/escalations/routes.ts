import { type Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import {
  dropPlan,
  type Escalation,
  editEscalation,
  listComing,
  listEscalations,
  listPlans,
  pauseEscalation,
  readEscalation,
  resumeEscalation,
  savePlan,
} from './contract.ts'
import { listUnplanned } from './contract.unplanned.ts'
import { houseOf } from './rules.house.ts'
import { forecast, problemsOfSteps, type Step } from './rules.ts'
import * as store from './store.ts'
import { problemWords } from './words.ts'

const shown = (of: store.EscalationFacts): Escalation => {
  const { id, assignment_id, title, time_zone, starts_at, missing, emergency } = of
  const { paused_at, paused_by, pause_reason, steps, version } = of
  return {
    ...{ id, assignment_id, title, time_zone, starts_at, missing, emergency },
    ...{ paused_at, paused_by, pause_reason, steps: [...steps], version },
    planned: forecast(of, houseOf(of), of.now_at),
  }
}

const refuseSteps = (steps: readonly Step[]): Refusal<'invalid_input'> | null => {
  const [problem] = problemsOfSteps(steps)
  return problem
    ? (refuseField(`steps.${problem.index}.kind`, problemWords[problem.message]) as Refusal<'invalid_input'>)
    : null
}

export const routes: readonly Route[] = [
  read(listPlans, store.listPlans),
  read(listUnplanned, store.findUnplanned),
  read(listEscalations, store.listEscalations, (rows) => {
    const found = rows as { facts: store.EscalationFacts; limit: number }[]
    const limit = found[0]?.limit ?? 0
    const items = found.slice(0, limit).map((row) => shown(row.facts))
    const last = found.length > items.length ? items.at(-1) : undefined
    return { items, next: last ? `${last.starts_at}~${last.assignment_id}` : null }
  }),
  read(readEscalation, store.findOfAssignment, (rows) => {
    const [row] = rows as { facts: store.EscalationFacts | null; units: string[] }[]
    if (!row) return refuse('not_found')
    return { escalation: row.facts && shown(row.facts), units: row.units }
  }),
  read(listComing, store.listComing, (rows) => ({
    items: (rows as store.Coming[]).flatMap(({ facts, asked }) => {
      if (asked) return [asked]
      const last = forecast(facts, houseOf(facts), facts.now_at).at(-1)
      return last?.state === 'to_come' && last.at && last.decides_at
        ? [{ assignment_id: facts.assignment_id, asks_at: last.at, decides_at: last.decides_at }]
        : []
    }),
  })),

  // Shifts published under the current plans get their copy before the plans change: a sweep may not have reached them yet.
  write(savePlan, async ({ db, input }) => {
    await store.attachPlans(db)
    return refuseSteps(input.steps) ?? (await store.savePlan(db, input)) ?? refuse('changed_meanwhile')
  }),
  write(dropPlan, async ({ db, input }) => {
    await store.attachPlans(db)
    return (await store.deletePlan(db, input.id)) > 0 ? { done: true } : refuse('not_found')
  }),
  write(editEscalation, async ({ db, input }) => {
    const wrong = refuseSteps(input.steps)
    if (wrong) return wrong
    const found = await store.findLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (found.version !== input.version) return refuse('changed_meanwhile')
    // Steps that already ran cannot be changed.
    const kept = found.taken.every(({ position }) => input.steps[position]?.kind === found.steps[position]?.kind)
    if (!kept) return refuse('steps_taken')
    await store.updateEscalation(db, input.id, input)
    return { done: true }
  }),
  write(pauseEscalation, async ({ db, input }) => {
    const found = await store.findLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (found.paused_at !== null) return refuse('paused_already')
    await store.pause(db, input.id, input.reason)
    return { done: true }
  }),
  write(resumeEscalation, async ({ db, input }) => {
    const found = await store.findLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (found.paused_at === null) return refuse('not_paused')
    await store.resume(db, input.id)
    return { done: true }
  }),
]
