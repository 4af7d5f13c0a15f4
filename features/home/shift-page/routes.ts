import { type Route, read } from '#platform/server/route.ts'
import { readShift } from './contract.ts'
import { asksAsOfficer, findShift } from './store.ts'

export const routes: readonly Route[] = [read(readShift, findShift, undefined, { department: asksAsOfficer })]
