import { type Route, read } from '#platform/server/route.ts'
import { vendorDashboard } from './contract.dashboard.ts'
import { findDashboard } from './store.dashboard.ts'

export const routes: readonly Route[] = [read(vendorDashboard, findDashboard)]
