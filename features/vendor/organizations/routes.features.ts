import { type Route, read } from '#platform/server/route.ts'
import { listFeatures } from './contract.features.ts'
import * as store from './store.features.ts'

export const routes: readonly Route[] = [read(listFeatures, store.listFeatures)]
