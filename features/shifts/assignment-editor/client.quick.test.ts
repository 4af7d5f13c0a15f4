import { expect, test } from 'vitest'
import { fillQuick, quickValues } from './client.quick.ts'
import { type EditorValues, newValues } from './client.ts'
import type { Quick } from './rules.quick.ts'

const nothing: Quick = {
  date: null,
  start: null,
  end: null,
  spots: null,
  location: null,
  title: '',
  unread: [],
  repeat: null,
}
const start = newValues('America/Chicago')
/** The form's values, with the ones a quick line sets. */
const withValues = (title: string, date: string, from: string, to: string, spots: number): EditorValues => ({
  ...start,
  title,
  starts: { ...start.starts, date, time: from },
  ends: { ...start.ends, time: to },
  posts: start.posts.map((post) => ({ ...post, required_count: spots })),
})
const formOf = (values: EditorValues) => {
  const put = new Map<string, unknown>()
  return {
    put,
    form: { getValues: () => values, setValue: (name: string, value: unknown) => void put.set(name, value) } as never,
  }
}

test('starts a new line from the defaults, not from the restored draft', () => {
  const draft = withValues('court detail', '2026-11-27', '18:00', '02:00', 2)
  const { form, put } = formOf(draft)
  fillQuick(form, { ...nothing, title: 'asdf' }, { start, seen: quickValues(draft) }, [], false)
  expect(Object.fromEntries(put)).toEqual({
    title: 'asdf',
    'starts.date': '',
    'starts.time': '',
    'ends.time': '',
    'posts.0.required_count': 1,
  })
})

test('keeps what was changed by hand if the line doesn’t mention it', () => {
  const before = withValues('', '', '', '', 1)
  const { form, put } = formOf(withValues('', '2026-12-01', '', '', 4))
  fillQuick(form, { ...nothing, spots: 3, title: 'gate' }, { start, seen: quickValues(before) }, [], false)
  expect(Object.fromEntries(put)).toEqual({ title: 'gate', 'posts.0.required_count': 3 })
})
