import { expect, test } from 'vitest'
import { matches } from './palette-entries.ts'

test('[issue 3.12] the palette finds by the beginning of every word that was typed, in any order', () => {
  const one = { label: 'New assignment', also: 'post shift create', hint: 'Fri' }
  expect(['new', 'ass', 'assignment new', 'NEW A', 'shift', 'fri', ''].map((typed) => matches(one, typed))).toEqual(
    Array.from({ length: 7 }, () => true),
  )
  expect(['signment', 'new b', 'x'].map((typed) => matches(one, typed))).toEqual([false, false, false])
})
