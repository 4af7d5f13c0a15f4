import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { readSettings, setChoice, setChoices, setQuietHours } from './contract.settings.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'
import { refuseChoice } from './rules.choices.ts'
import * as settings from './store.settings.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  read(listLatest, store.listLatest),
  write(markRead, async ({ db, input }) => {
    const marked = await store.updateRead(db, input.id ?? null)
    return marked === 0 && input.id !== undefined ? refuse('not_found') : { done: true }
  }),
  write(clearNotifications, async ({ db, input }) => {
    const cleared = await store.deleteRead(db, input.id ?? null)
    if (cleared > 0 || input.id === undefined) return { done: true }
    return refuse((await store.isMine(db, input.id)) ? 'not_read_yet' : 'not_found')
  }),
  read(readSettings, settings.readSettings),
  write(setChoice, async ({ db, input }) => {
    const no = refuseChoice(input.event, input.channel)
    if (no) return refuse(no)
    await settings.updateChoices(db, [input.event], input.channel, input.on)
    return { done: true }
  }),
  write(setChoices, async ({ db, input: { events, channel, on } }) => {
    const no = events.map((event) => refuseChoice(event, channel)).find((one) => one !== null)
    if (no) return refuse(no)
    await settings.updateChoices(db, events, channel, on)
    return { done: true }
  }),
  write(setQuietHours, async ({ db, input }) => {
    await settings.updateQuietHours(db, input)
    return { done: true }
  }),
]
