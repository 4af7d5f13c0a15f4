import { type Route, read, refuse } from '#platform/server/route.ts'
import { getWeather } from './contract.ts'
import { findWeather } from './routes.provider.ts'
import { type Asked, findPlace } from './store.ts'

export const routes: readonly Route[] = [
  // A read, so that a widget that asks every ten minutes is no sign of a person.
  read(getWeather, findPlace, async (rows) => (rows[0] ? findWeather(rows[0] as Asked) : refuse('not_found'))),
]
