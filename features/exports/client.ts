import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { saveExport } from '#platform/web/save-file.ts'
import { toast } from '#platform/web/ui/toast.tsx'

/** The download of this tab: it goes on while one looks at other screens. */
let download: AbortController | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const told of listeners) told()
}
const set = (next: AbortController | null) => {
  download = next
  tell()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

export const useDownload = (): AbortController | null => useSyncExternalStore(subscribe, () => download)

/** Whether the caller is the first of those on screen that would draw the same thing; the others draw nothing. */
const places: string[] = []
export const useFirstPlace = (): boolean => {
  const id = useId()
  useEffect(() => {
    places.push(id)
    tell()
    return () => {
      places.splice(places.indexOf(id), 1)
      tell()
    }
  }, [id])
  return useSyncExternalStore(subscribe, () => places[0]) === id
}

/** Starts an export of this tab, one at a time, and tells how it ended. */
export const startExport = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  runExport(endpoint, input, () => undefined)

/** The same, for a question that stays until the file begins: resolves then, and rejects with what refused it. */
export const beginExport = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  new Promise((begun, refused) => {
    void runExport(endpoint, input, begun, refused)
  })

const runExport = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onBegun: () => void,
  onRefused?: (error: ApiError) => void,
): Promise<void> => {
  if (download) return onBegun()
  const mine = new AbortController()
  set(mine)
  try {
    const name = await saveExport(endpoint, input, mine.signal, onBegun)
    toast.success('Exported', name)
  } catch (error) {
    // What was refused never began.
    if (onRefused && error instanceof ApiError) return onRefused(error)
    if (mine.signal.aborted) toast.success('Export cancelled', 'Nothing was saved.')
    else if (error instanceof ApiError) toast.failure(error)
    else toast.error('The export broke off', 'Nothing was saved. Please try again.')
  } finally {
    set(null)
    onBegun()
  }
}
