import { emailKey } from '#features/accounts/rules.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { findOrganization } from '#features/accounts/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { type Route, refuseField, write } from '#platform/server/route.ts'
import { register } from './contract.ts'
import { writeRegisterLetter } from './mail.ts'
import { LINKS_AN_HOUR } from './rules.ts'
import { countRecentLinks, makeLink } from './store.ts'

export const routes: readonly Route[] = [
  /** Answers the same for every address and every organization, open, closed or unknown (domain.md, "officer"). */
  write(register, async ({ db, input, request }) => {
    const key = emailKey(input.email)
    if (key === null) return refuseField('email', 'Please enter an e-mail address.')
    if (input.agency === undefined && input.organization_id === undefined) return refuseField('agency', 'Say where.')
    const by = input.agency === undefined ? { id: input.organization_id ?? '' } : { agency: input.agency }
    await setScope(db, 'id' in by ? { organization_id: by.id } : { agency: by.agency })
    const organization = await findOrganization(db, by)
    await setScope(db, { address: key, organization_id: organization?.id ?? null })
    const isOpen = organization !== null && organization.state === 'active' && !organization.trial_over
    if (!isOpen || (await countRecentLinks(db, 'register')) >= LINKS_AN_HOUR) return { done: true }
    const { id } = organization
    const token = await makeLink(db, { kind: 'register', email: input.email, name: input.name, organization_id: id })
    const letter = writeRegisterLetter({ of: organization, origin: request.origin, to: input.email, token })
    await sendLetter(db, 'registration_link', letter)
    return { done: true }
  }),
]
