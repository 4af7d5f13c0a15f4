import { makeLimit } from '#platform/server/rate-limit.ts'
import { type Route, read, refuse } from '#platform/server/route.ts'
import { getWeather } from './contract.ts'
import { findWeather } from './routes.provider.ts'
import { ASKED_BY_DEPARTMENT, ASKED_BY_PERSON } from './rules.ts'
import { type Asked, findPlace } from './store.ts'

const personMayAsk = makeLimit(ASKED_BY_PERSON)
const departmentMayAsk = makeLimit(ASKED_BY_DEPARTMENT)

export const routes: readonly Route[] = [
  // A read, so that a widget that polls every ten minutes does not count as activity.
  read(getWeather, findPlace, async (rows) => {
    const asked = rows[0] as Asked | undefined
    if (!asked) return refuse('not_found')
    // A person who has used up their own share takes nothing from the department's.
    const may = personMayAsk(asked.officer_id) && departmentMayAsk(asked.organization_id)
    return may ? findWeather(asked) : refuse('too_many')
  }),
]
