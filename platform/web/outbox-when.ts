import { useServerNow } from './clock.ts'
import { unsentOf, useSaved } from './outbox-state.ts'
import { sendsWhen } from './outbox-words.ts'
import { useSession } from './session.ts'
import { useEnds } from './session-ends.ts'

/** Without a call, the server ends a session after this time; the phone goes on. */
const idleMs = 30 * 60_000

/** When what waits on this device is sent. */
export const useSendsWhen = (): string => {
  const { session } = useSession()
  const heard = useEnds()?.heard
  const now = useServerNow(60_000)
  const waiting = unsentOf(useSaved()).filter(({ refused }) => refused === null)
  if (session?.notice) return sendsWhen('notice_not_accepted')
  if (session?.officer && !session.officer.approved) return sendsWhen('waiting_for_approval')
  const [first] = waiting
  if (first?.held && waiting.every(({ held }) => held !== undefined)) return sendsWhen(first.held)
  return heard !== undefined && now - heard > idleMs ? 'once you’re back online and signed in' : sendsWhen(undefined)
}
