/** Forms of the page with unsent input, in the order of typing. */
let typed: readonly string[] = []
const listeners = new Set<() => void>()

export const latestTyped = (): string | null => typed.at(-1) ?? null

/** `unsent` puts this form last; otherwise it is forgotten. */
export const noteTyped = (form: string, unsent: boolean): void => {
  if (unsent && latestTyped() === form) return
  const others = typed.filter((one) => one !== form)
  typed = unsent ? [...others, form] : others
  for (const told of listeners) told()
}

export const subscribeTyped = (told: () => void): (() => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
