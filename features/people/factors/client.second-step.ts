import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { readStep } from './contract.second-step.ts'

/** Marks that a sign-in in this tab waits for its second step. Not the secret, which only the cookie holds. */
const key = 'half-sign-in'
const listeners = new Set<() => void>()
const isHalf = (): boolean => {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return noted
  }
}
let noted = false
const note = (half: boolean) => {
  noted = half
  try {
    if (half) sessionStorage.setItem(key, 'yes')
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage, a reload restarts the sign-in.
  }
  for (const told of listeners) told()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

const end = () => note(false)

export const useHalfSignIn = () => {
  const client = useQueryClient()
  const half = useSyncExternalStore(subscribe, isHalf, isHalf)
  return {
    half,
    begin: () => {
      client.removeQueries({ queryKey: [readStep.name] })
      note(true)
    },
    end,
  }
}
