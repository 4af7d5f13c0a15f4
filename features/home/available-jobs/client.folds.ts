import { useState } from 'react'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { rowMoment, shortGivenWords } from '#features/shifts/eligibility/client.given.ts'
import { oneReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { comingWords } from '#features/shifts/escalations/words.coming.ts'
import { localSetting } from '#platform/web/local-setting.ts'
import { day } from '#platform/web/time.ts'
import type { HeldRow } from './client.ts'
import { type Entry, foldWords, isDated } from './rules.folds.ts'
import { isOpenTo, postTitle, spotsLeft } from './rules.ts'

/** Whether alike shifts of several days are one line, on this device. */
export const { set: setGrouping, use: useGrouping } = localSetting('jobs-grouped', ['no', 'yes'])

/** The lines that are open, by key. */
export const useOpenFolds = () => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpened((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  return { has: (key: string) => opened.has(key), toggle }
}
export type OpenFolds = ReturnType<typeof useOpenFolds>

export type ShiftEntry = Entry<HeldRow>
export const isFold = ({ rows }: ShiftEntry): boolean => rows.length > 1

const leftIn = ({ rows }: ShiftEntry) => rows.filter((row) => !row.gone && isOpenTo(row))

/** How all of them are given out; of awards with deadlines of their own only that. */
const givenIn = (rows: readonly HeldRow[], zone: string): string[] => {
  const all = new Set(rows.map(({ standing: { job, now } }) => shortGivenWords(job, zone, now)))
  if (all.size === 1) return [...all]
  return all.size > 1 && rows.every(({ standing }) => modeNow(standing.job) === 'award') ? ['Award'] : []
}

const othersIn = ({ rows }: ShiftEntry) => rows.filter((row) => !row.gone && !row.own)

/** Why the officer can't take rows that have spots, as a row words it; null if there are none. */
const reasonOf = (entry: ShiftEntry, zone: string): string | null => {
  const row = othersIn(entry).find(({ reasons }) => reasons.length > 0 && !reasons.some(({ code }) => code === 'full'))
  const [reason] = row?.reasons ?? []
  return row && reason ? oneReason(reason, zone, row.standing.now, row.post.starts_at) : null
}

/**
 * `12 dates`, and beside it what matters before it is opened: `First come`, `5 left` or `through Fri, Dec 18`; where there are spots that the
 * officer can't take, why.
 */
export const foldLine = (entry: ShiftEntry, zone: string) => {
  const left = leftIn(entry)
  const [{ standing }] = entry.rows
  const last = left.at(-1)
  const came = left.filter((row) => row.came).length
  const waiting = left.flatMap(({ standing: { coming } }) => coming ?? [])
  const soonest = waiting.toSorted((a, b) => Date.parse(a.decides_at) - Date.parse(b.decides_at))[0]
  const room = left.reduce((sum, { post }) => sum + spotsLeft(post), 0)
  const against = left.length === 0 ? reasonOf(entry, zone) : null
  const until = isDated(entry.rows, zone)
    ? last && `through ${day(last.starts_at, zone, standing.now).replaceAll(' ', '\u00a0')}`
    : `${room} left`
  return {
    count: foldWords(entry.rows, against ? othersIn(entry) : left, zone),
    came: came > 0 ? `${came} new` : null,
    given: against ? [] : givenIn(left, zone),
    until: against ? [against] : last && until ? [until] : [],
    coming: soonest
      ? `${comingWords(soonest, standing.now)} ${rowMoment(soonest.decides_at, zone, standing.now)}`
      : null,
  }
}

/** What tells a row from the others of its line: its date, its post, or both. */
export const memberWords = (
  { rows }: ShiftEntry,
  { starts_at, post, standing: { job, now } }: HeldRow,
  zone: string,
) => {
  const date = isDated(rows, zone) ? [day(starts_at, zone, now)] : []
  const name = job.posts.length > 1 ? [post.name] : []
  return [...date, ...name].join(' · ') || postTitle(job, post)
}
