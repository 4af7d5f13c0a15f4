import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { makeQueryClient } from './reads.ts'

test('stale after 5 minutes, kept 30; three retries, none for a refusal; a write is retried once', {
  meta: { shows: ['7 queries', '9 stale', '9 cache', '9 retries'] },
}, () => {
  const { queries, mutations } = makeQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    networkMode: 'offlineFirst',
  })
  const tries = (retry: unknown, error: ApiError) =>
    typeof retry === 'function' ? [0, 1, 2, 3, 4].filter((failures) => retry(failures, error)).length : -1
  const lost = new ApiError(0, { code: 'unreachable' })
  const refused = new ApiError(409, { code: 'overlaps' })
  expect([tries(queries?.retry, lost), tries(queries?.retry, refused)]).toEqual([3, 0])
  expect([tries(mutations?.retry, lost), tries(mutations?.retry, refused)]).toEqual([1, 0])
})
