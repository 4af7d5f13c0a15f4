import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'

const { raw } = vi.hoisted(() => {
  const say = () => vi.fn((_title: string, _options: { description?: string }) => undefined)
  return { raw: { success: say(), error: say(), info: say(), warning: say(), dismiss: vi.fn() } }
})
vi.mock('./toaster.tsx', () => ({ raw, place: () => undefined, Toaster: () => null }))
vi.mock('./pressed.ts', () => ({}))
vi.mock('../phone.ts', () => ({ isPhone: () => true }))
const { toast } = await import('./toast.tsx')

const saved = new ApiError(0, { code: 'saved', details: { what: 'Check-in', at: '18:02' } })
beforeEach(() => {
  vi.clearAllMocks()
})

test('a toast that says something is saved on this phone goes once that was sent', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  toast.failure(saved)
  await vi.waitFor(() => expect(raw.success).toHaveBeenCalledOnce())

  toast.sent()
  await vi.waitFor(() => expect(raw.dismiss).toHaveBeenCalledOnce())
})

test('any other toast stays when saved actions were sent', async () => {
  toast.failure(saved)
  await vi.waitFor(() => expect(raw.success).toHaveBeenCalledOnce())
  toast.error('Not on this shift')
  await vi.waitFor(() => expect(raw.error).toHaveBeenCalledOnce())
  toast.sent()
  // Through the same file, and after it.
  toast.info('Read')
  await vi.waitFor(() => expect(raw.info).toHaveBeenCalledOnce())
  expect(raw.dismiss).not.toHaveBeenCalled()
})
