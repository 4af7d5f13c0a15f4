import { useState } from 'react'
import { ApiError } from '../api.ts'
import { toast } from '../ui/toast.tsx'
import { SaidAlready, type Words, wordsFor } from '../words.ts'
import type { Sendable } from './contract-form.ts'

type Wrong = Readonly<Record<string, string | undefined>>

type StateOptions<V> = {
  /** What is wrong with the values, by field. It is shown once the form was tried, and nothing is sent until it is empty. */
  check?: (values: V) => Wrong
  /** Fields that show a refusal themselves: by their names on the wire, and by the codes that concern them. */
  refusals?: { fields?: readonly string[]; codes?: Readonly<Record<string, string>> }
  /** Whether closing would lose input; by default, whether the values differ from the first ones. */
  typed?: boolean
}

/** For a field of a `useStateForm`: its error, also of a refusal that names it. */
export type StateForm<V> = Sendable<V> & { wrong: Wrong }

const isWrong = (wrong: Wrong) => Object.values(wrong).some(Boolean)

/** The refusal by field; null if it concerns none of them. */
const refusedFields = (error: unknown, { fields = [], codes = {} }: StateOptions<unknown>['refusals'] & {}) => {
  if (!(error instanceof ApiError)) return null
  const field = codes[error.code]
  if (field !== undefined) return { [field]: wordsFor(error).text }
  const found = error.fields.filter((one) => fields.includes(one.field))
  return found.length === 0 ? null : Object.fromEntries(found.map((one) => [one.field, one.message]))
}

/**
 * A form over values held in state, for choices that no contract field describes. `why` says what is missing: until it is null,
 * nothing is sent. What a person can mend in a field belongs in `check` instead.
 */
export const useStateForm = <V>(values: V, why: string | null, options: StateOptions<V> = {}): StateForm<V> => {
  const { check, refusals = {}, typed } = options
  const now = JSON.stringify(values)
  const [start] = useState(now)
  const [problem, setProblem] = useState<Words | null>(null)
  const [isSubmitting, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  /** Belongs to the values that were sent, and ends with the next change. */
  const [refused, setRefused] = useState<{ of: string; wrong: Wrong } | null>(null)
  const found = check?.(values) ?? {}
  const refuse = (error: unknown) => {
    if (error instanceof SaidAlready) return
    const wrong = refusedFields(error, refusals)
    if (wrong) {
      setRefused({ of: now, wrong })
      setTries((before) => before + 1)
    } else setProblem(wordsFor(error))
  }
  const send = async <R>(write: (values: V) => Promise<R>, done?: (answer: R) => void) => {
    if (why !== null || isSubmitting) return
    setProblem(null)
    setRefused(null)
    setTries((before) => before + 1)
    if (isWrong(found)) return
    setBusy(true)
    try {
      const answer = await write(values)
      done?.(answer)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    problem,
    submit: (write, done) => () => void send(write, done),
    formState: { isSubmitting },
    unsent: typed ?? now !== start,
    tries,
    wrong: { ...(tries > 0 ? found : {}), ...(refused?.of === now ? refused.wrong : {}) },
  }
}

/** For a refusal shown over the page rather than in the dialog. */
export const sayInToast = (error: unknown): never => {
  toast.failure(error)
  throw new SaidAlready()
}
