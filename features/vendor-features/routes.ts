import { type Route, read } from '#platform/server/route.ts'
import { listFeatures } from './contract.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [read(listFeatures, store.listFeatures)]
