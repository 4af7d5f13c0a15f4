import { type Route, read } from '#platform/server/route.ts'
import { countPending } from './contract.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [read(countPending, store.countPending)]
