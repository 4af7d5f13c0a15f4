import { useSyncExternalStore } from 'react'

/**
 * A choice that a person makes for this device, such as the height of rows, in local storage. Without storage, or with anything else in
 * it, the first value counts. `apply` runs whenever it may have changed, also in another tab.
 */
export const localSetting = <const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
  apply: (value: Value) => void = () => undefined,
) => {
  const listeners = new Set<() => void>()
  const read = (): Value => {
    try {
      const kept = localStorage.getItem(key)
      return values.find((one) => one === kept) ?? values[0]
    } catch {
      return values[0]
    }
  }
  const changed = (): void => {
    apply(read())
    for (const told of listeners) told()
  }
  const set = (value: Value): void => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Then the first value stays.
    }
    changed()
  }
  const heard = ({ key: of }: StorageEvent): void => {
    if (of === key) changed()
  }
  const subscribe = (told: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', heard)
    listeners.add(told)
    return () => {
      listeners.delete(told)
      if (listeners.size === 0) window.removeEventListener('storage', heard)
    }
  }
  return { read, set, use: (): Value => useSyncExternalStore(subscribe, read) }
}
