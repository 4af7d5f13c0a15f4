import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { stepped, TESTIMONIALS_MOST } from './rules.ts'
import * as store from './store.ts'

const ahead = () => refuseField('consented_on', "The date can't be in the future.")

export const routes: readonly Route[] = [
  read(contract.listTestimonials, store.listTestimonials),
  write(contract.addTestimonial, async ({ db, input }) => {
    if (await store.isAhead(db, input.consented_on)) return ahead()
    await store.lockTestimonials(db)
    if ((await store.listOrder(db)).length >= TESTIMONIALS_MOST) return refuse('testimonials_full')
    return (await store.insertTestimonial(db, input)) ?? refuse('not_found')
  }),
  write(contract.editTestimonial, async ({ db, input }) => {
    if (await store.isAhead(db, input.consented_on)) return ahead()
    const saved = await store.updateTestimonial(db, input.id, input.version, input)
    if (saved) return saved
    const found = await store.findVersion(db, input.id)
    return found ? refuse('changed_meanwhile', { version: found.version }) : refuse('not_found')
  }),
  write(contract.moveTestimonial, async ({ db, input }) => {
    await store.lockTestimonials(db)
    const ids = await store.listOrder(db)
    if (!ids.includes(input.id)) return refuse('not_found')
    const order = stepped(ids, input.id, input.step)
    if (order) await store.updateOrder(db, order)
    return { done: true }
  }),
  write(contract.removeTestimonial, async ({ db, input }) =>
    (await store.deleteTestimonial(db, input.id)) > 0 ? { done: true } : refuse('not_found'),
  ),
]
