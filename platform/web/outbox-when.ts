import { IDLE_MINUTES } from '#platform/shared/session-length.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useServerNow } from './clock.ts'
import { useLiveState } from './connection.ts'
import { unsentOf, useSaved } from './outbox-state.ts'
import { sendsWhen } from './outbox-words.ts'
import { useSession } from './session.ts'
import { useEnds } from './session-ends.ts'

/** When what waits on this device is sent. Without a call, the server ends a session that the phone goes on with. */
export const useSendsWhen = (): string => {
  const { session } = useSession()
  const heard = useEnds()?.heard
  const live = useLiveState() === 'live'
  const now = useServerNow(MINUTE)
  const waiting = unsentOf(useSaved()).filter(({ refused }) => refused === null)
  if (session?.notice) return sendsWhen('notice_not_accepted')
  if (session?.officer && !session.officer.approved) return sendsWhen('waiting_for_approval')
  const [first] = waiting
  if (first?.held && waiting.every(({ held }) => held !== undefined)) return sendsWhen(first.held)
  if (live) return 'soon'
  return heard !== undefined && now - heard > IDLE_MINUTES * MINUTE
    ? "once you're back online and signed in"
    : sendsWhen(undefined)
}
