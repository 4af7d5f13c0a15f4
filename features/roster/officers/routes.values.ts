import { type Route, read } from '#platform/server/route.ts'
import { listRosterValues } from './contract.values.ts'
import { findRosterValues } from './store.values.ts'

export const routes: readonly Route[] = [read(listRosterValues, findRosterValues)]
