import { useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { SaidAlready, type Words, wordsFor } from '../words.ts'
import type { Sendable } from './contract-form.ts'

/**
 * A form over values held in state, for choices that no contract field describes. `why` says what is missing: until it is null,
 * nothing is sent.
 */
export const useStateForm = <V>(values: V, why: string | null): Sendable<V> => {
  const [problem, setProblem] = useState<Words | null>(null)
  const [isSubmitting, setBusy] = useState(false)
  const send = async <R>(write: (values: V) => Promise<R>, done?: (answer: R) => void) => {
    if (why !== null || isSubmitting) return
    setProblem(null)
    setBusy(true)
    try {
      const answer = await write(values)
      done?.(answer)
    } catch (error) {
      if (!(error instanceof SaidAlready)) setProblem(wordsFor(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, submit: (write, done) => () => void send(write, done), formState: { isSubmitting } }
}

/** For a refusal shown over the page rather than in the dialog. */
export const sayInToast = (error: unknown): never => {
  toast.failure(error)
  throw new SaidAlready()
}
