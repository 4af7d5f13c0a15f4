import { type Route, read } from '#platform/server/route.ts'
import { readByAgency, readById } from './contract.ts'
import { findPublicByAgency, findPublicById } from './store.ts'

export const routes: readonly Route[] = [
  read(readByAgency, ({ agency }) => findPublicByAgency(agency)),
  read(readById, ({ id }) => findPublicById(id)),
]
