import { sendLetter } from '#features/department/notifications/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { findOrganization } from '#features/people/accounts/store.ts'
import { type Route, refuseField, write } from '#platform/server/route.ts'
import { register } from './contract.ts'
import { writeRegisterLetter } from './mail.ts'
import { LINKS_AN_HOUR } from './rules.ts'
import { countRecentLinks, makeLink } from './store.ts'

export const routes: readonly Route[] = [
  /** Returns the same answer for every address and every organization, whether open, closed or unknown. */
  write(register, async ({ db, input, request }) => {
    const key = emailKey(input.email)
    if (key === null) return refuseField('email', 'Enter an email address.')
    if (input.agency === undefined && input.organization_id === undefined)
      return refuseField('agency', 'Choose a department.')
    const by = input.agency === undefined ? { id: input.organization_id ?? '' } : { agency: input.agency }
    await setScope(db, 'id' in by ? { organization_id: by.id } : { agency: by.agency })
    const organization = await findOrganization(db, by)
    await setScope(db, { address: key, organization_id: organization?.id ?? null })
    const isOpen = organization !== null && organization.state === 'active' && !organization.trial_over
    if (!isOpen || (await countRecentLinks(db, 'register')) >= LINKS_AN_HOUR) return { done: true }
    const { id } = organization
    const { email, name, badge_number } = input
    const token = await makeLink(db, {
      ...{ kind: 'register', email, name, organization_id: id },
      badge_number: badge_number || null,
    })
    const letter = writeRegisterLetter({ of: organization, origin: request.origin, to: input.email, token })
    await sendLetter(db, 'registration_link', letter)
    return { done: true }
  }),
]
