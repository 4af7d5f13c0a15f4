import { type Route, read } from '#platform/server/route.ts'
import { listPayCodes } from './contract.pay-codes.ts'
import { listPayCodeRows } from './store.pay-codes.ts'

export const routes: readonly Route[] = [read(listPayCodes, listPayCodeRows)]
