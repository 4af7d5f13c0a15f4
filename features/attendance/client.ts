import { useRef } from 'react'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { checkIn, checkOut } from './contract.ts'

type Press = InputOf<typeof checkIn>
type Shift = { signup_id: string; asks_position: boolean }

/** Where the browser says it is; null where it does not know, or the person does not want to say. */
const locate = (): Promise<Press['position']> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracy_m: coords.accuracy }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 },
    )
  })

/** Asks for the position at the press only, and only where the job wants it. A press whose answer was lost is sent again as it was. */
const usePress = <Output>(write: { run: (input: Press) => Promise<Output> }) => {
  const kept = useRef<Press | null>(null)
  return async ({ signup_id, asks_position }: Shift): Promise<Output> => {
    if (kept.current?.signup_id !== signup_id) kept.current = null
    const press = kept.current ?? {
      signup_id,
      device_at: new Date().toISOString(),
      position: asks_position ? await locate() : null,
    }
    kept.current = press
    try {
      const output = await write.run(press)
      kept.current = null
      return output
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) kept.current = null
      throw error
    }
  }
}

export const useCheckIn = () => usePress<OutputOf<typeof checkIn>>(useWrite(checkIn))
export const useCheckOut = () => usePress<OutputOf<typeof checkOut>>(useWrite(checkOut))
