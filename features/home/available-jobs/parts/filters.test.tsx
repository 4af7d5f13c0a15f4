import { expect, test } from 'vitest'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { MineChip } from './filters.tsx'

const draw = async (offers: number) =>
  wordsOf(
    await drawScreen(() => <MineChip on={false} count={3} offers={offers} onPick={() => undefined} />, {
      session: sessionOf('officer'),
      address: '/officer/assignments',
    }),
  )

test('the filter for own shifts says how many of them are offered to the officer', async () => {
  expect(await draw(2)).toEqual(['Mine · 3', '2', ', 2 offered to you'])
  expect(await draw(0)).toEqual(['Mine · 3'])
})
