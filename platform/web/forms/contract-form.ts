import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '../api.ts'
import { SaidAlready, type Words, wordsFor } from '../words.ts'

type Values<E extends Endpoint> = InputOf<E> & FieldValues

/** What a form element needs to send values, wherever they are held. */
export type Sendable<V> = {
  /** A refusal that belongs to no field; shown at the top of the form. */
  problem: Words | null
  /**
   * For `onSubmit`: validates, makes the call, and shows a refusal at its field or at the top. Typed input is kept. `done` gets
   * the answer.
   */
  submit: <R>(write: (values: V) => Promise<R>, done?: (answer: R) => void) => () => void
  formState: { isSubmitting: boolean }
  /** Whether leaving would lose what was entered: it was not sent, and no draft keeps it. */
  unsent: boolean
  /** Counts what was tried: with a new count, the first field with an error gets the focus. */
  tries?: number
}

export type ContractForm<V extends FieldValues> = UseFormReturn<V, unknown, V> & Omit<Sendable<V>, 'formState'>

type FormOptions = {
  /** Keeps typed input until it is sent, so that a reload loses nothing. Name the thing: `assignment:new`. */
  draftKey?: string
}

const draftOf = (key: string) => `draft:${key}`
/** Fields whose name suggests a secret are never written to a draft. */
const isSecret = (name: string) => /password|secret|token|code$/i.test(name)

/** Whether something was typed under this name and not sent. */
export const hasDraft = (key: string): boolean => Object.keys(readDraft(key)).length > 0
export const dropDraft = (key: string): void => sessionStorage.removeItem(draftOf(key))

const readDraft = (key: string | undefined): Record<string, unknown> => {
  if (!key) return {}
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(draftOf(key)) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

const writeDraft = (key: string, values: Record<string, unknown>): void => {
  const open = Object.entries(values).filter(([name, value]) => !isSecret(name) && !(value instanceof Blob))
  try {
    sessionStorage.setItem(draftOf(key), JSON.stringify(Object.fromEntries(open)))
  } catch {
    // Storage is full or blocked: the form still works, but a reload starts over.
  }
}

/** A form over an endpoint's input: the same zod schema validates it here and on the server. */
export const useContractForm = <E extends Endpoint>(
  endpoint: E,
  defaults: DefaultValues<Values<E>>,
  { draftKey }: FormOptions = {},
): ContractForm<Values<E>> => {
  const [problem, setProblem] = useState<Words | null>(null)
  const [start] = useState(() => ({ ...defaults, ...readDraft(draftKey) }))
  const form = useForm<Values<E>, unknown, Values<E>>({
    // The resolver only validates and passes on the typed values; the server parses them itself.
    resolver: zodResolver(endpoint.input as never, undefined, { raw: true }) as never,
    defaultValues: start as DefaultValues<Values<E>>,
    mode: 'onTouched',
    shouldFocusError: true,
  })
  useEffect(() => {
    if (!draftKey) return
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(draftKey, values) })
  }, [draftKey, form])

  const refuse = useCallback(
    (error: unknown) => {
      if (error instanceof SaidAlready) return
      const fields = error instanceof ApiError ? error.fields : []
      const known = fields.filter(({ field }) => field.split('.')[0] !== undefined && field.split('.')[0] !== '')
      known.forEach(({ field, message }, index) => {
        form.setError(field as FieldPath<Values<E>>, { type: 'server', message }, { shouldFocus: index === 0 })
      })
      setProblem(known.length > 0 ? null : wordsFor(error))
    },
    [form],
  )
  const submit: Sendable<Values<E>>['submit'] = (write, done) => () =>
    void form.handleSubmit(async (values) => {
      setProblem(null)
      try {
        const answer = await write(values)
        if (draftKey) sessionStorage.removeItem(draftOf(draftKey))
        done?.(answer)
      } catch (error) {
        refuse(error)
      }
    })()
  return Object.assign({}, form, { problem, submit, unsent: !draftKey && form.formState.isDirty })
}
