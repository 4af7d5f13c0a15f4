import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { saveExport } from '#platform/web/save-file.ts'
import { toast } from '#platform/web/ui/toast.tsx'

/** This tab's download; it continues while the user visits other screens. */
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

/** Whether the caller is the first of the components on screen that would render the same thing; the others render nothing. */
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

/** Starts an export in this tab, one at a time, and reports how it ended. */
export const startExport = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> =>
  runExport(endpoint, input, () => undefined)

/** The same, for a dialog that stays open until the file begins: resolves at that point, and rejects with the refusal. */
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
    // A refused export never began.
    if (onRefused && error instanceof ApiError) return onRefused(error)
    if (mine.signal.aborted) toast.success('Export canceled', 'Nothing was saved.')
    else if (error instanceof ApiError) toast.failure(error)
    else toast.error('Export failed', 'Nothing was saved. Please try again.')
  } finally {
    set(null)
    onBegun()
  }
}
