import { type Route, read } from '#platform/server/route.ts'
import { vendorDashboard } from './contract.ts'
import { findDashboard } from './store.ts'

export const routes: readonly Route[] = [read(vendorDashboard, findDashboard)]
