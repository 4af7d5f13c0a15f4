import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refuseSignInAction, signInActions } from './rules.ts'

it('only another admin of the person’s only department may unlock the account or remove a factor', {
  meta: { shows: ['issue 3.13'] },
}, () => {
  const bool = fc.boolean()
  const facts = fc.record({ own: bool, locked: bool, second_factor: bool, elsewhere: bool, admins_release: bool })
  fc.assert(
    fc.property(fc.constantFrom(...signInActions), facts, (action, f) => {
      const may = action === 'release' ? f.locked && f.admins_release : f.second_factor
      expect(refuseSignInAction(action, f) === null).toBe(may && !f.own && !f.elsewhere)
    }),
  )
})
