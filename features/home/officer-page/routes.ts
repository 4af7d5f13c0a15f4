import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { addNote, listNotes, listOfficerShifts, officerHours } from './contract.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  read(listOfficerShifts, store.listShifts),
  read(officerHours, store.findHours),
  read(listNotes, store.listNotes),
  write(addNote, async ({ db, input }) => {
    const officer = await store.findOfficerId(db, input.officer_id)
    if (!officer) return refuse('not_found')
    if (officer.own) return refuse('own_file')
    const row = await store.insertNote(db, officer.id, input.body)
    if (!row) throw new Error('no row came back')
    return row
  }),
]
