import { type Route, read } from '#platform/server/route.ts'
import { listMyOpportunities, listOpportunities } from './contract.ts'
import * as opportunities from './store.opportunities.ts'

export const routes: readonly Route[] = [
  read(listOpportunities, opportunities.listOpportunities),
  read(listMyOpportunities, opportunities.listMyOpportunities),
]
