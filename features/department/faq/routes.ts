import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { CATEGORIES_MOST, ENTRIES_MOST } from './rules.ts'
import * as store from './store.ts'

const nameTaken = { constraints: { faq_category_name: 'category_taken' } } as const

export const routes: readonly Route[] = [
  read(contract.listPublished, store.listPublished),
  read(contract.listManaged, store.listManaged),

  write(
    contract.createCategory,
    async ({ db, input }) => {
      await store.lockFaq(db)
      if ((await store.countFaq(db)).categories >= CATEGORIES_MOST) return refuse('faq_full')
      return (await store.insertCategory(db, input.name)) ?? refuse('not_found')
    },
    nameTaken,
  ),
  write(
    contract.renameCategory,
    async ({ db, input }) => {
      const saved = await store.updateCategoryName(db, input.category_id, input.version, input.name)
      if (saved) return saved
      return refuse((await store.findCategory(db, input.category_id)) ? 'changed_meanwhile' : 'not_found')
    },
    nameTaken,
  ),
  write(contract.moveCategory, async ({ db, input }) => {
    await store.lockFaq(db)
    if (!(await store.findCategory(db, input.category_id))) return refuse('not_found')
    if (input.before_id === input.category_id) return { done: true }
    const moved = await store.updatePlace(db, { kind: 'categories' }, input.category_id, input.before_id)
    return moved ? { done: true } : refuse('changed_meanwhile')
  }),
  write(
    contract.deleteCategory,
    async ({ db, input }) =>
      (await store.deleteCategory(db, input.category_id)) > 0 ? { done: true } : refuse('not_found'),
    { constraints: { faq_entries_organization_id_category_id_fkey: 'category_not_empty' } },
  ),

  write(contract.createEntry, async ({ db, input }) => {
    await store.lockFaq(db)
    if ((await store.countFaq(db)).entries >= ENTRIES_MOST) return refuse('faq_full')
    return (await store.insertEntry(db, input)) ?? refuse('not_found')
  }),
  write(contract.editEntry, async ({ db, input }) => {
    const saved = await store.updateEntry(db, input.id, input.version, input)
    if (saved) return saved
    const [entry, category] = await Promise.all([
      store.findEntry(db, input.id),
      store.findCategory(db, input.category_id),
    ])
    return refuse(entry && (category || entry.version !== input.version) ? 'changed_meanwhile' : 'not_found')
  }),
  write(
    contract.publishEntry,
    async ({ db, input }) => (await store.updatePublished(db, input.id, input.published)) ?? refuse('not_found'),
  ),
  write(contract.moveEntry, async ({ db, input }) => {
    await store.lockFaq(db)
    const [entry, category] = await Promise.all([
      store.findEntry(db, input.id),
      store.findCategory(db, input.category_id),
    ])
    if (!entry || !category) return refuse('not_found')
    if (input.before_id === input.id) return { done: true }
    const list = { kind: 'entries', category_id: input.category_id } as const
    return (await store.updatePlace(db, list, input.id, input.before_id)) ? { done: true } : refuse('changed_meanwhile')
  }),
  write(contract.deleteEntry, async ({ db, input }) =>
    (await store.deleteEntry(db, input.id)) > 0 ? { done: true } : refuse('not_found'),
  ),
]
