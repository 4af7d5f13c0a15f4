import { sendLetter } from '#features/department/notifications/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { checkPassword } from '#features/people/accounts/store.locks.ts'
import { refuseOwnPassword, senderOf, tellPasswordChanged } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { findAccount, isSuperAdmin, updatePassword } from '#features/people/accounts/store.ts'
import { updateOwnSessionsEnded } from '#features/people/sessions/store.own.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { type Outside, type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { changePassword, changeVendorPassword, requestAddress } from './contract.own.ts'
import { writeAddressLetter, writeTakenLetter } from './mail.own.ts'
import { LINKS_AN_HOUR, linkHours } from './rules.ts'
import { countAddressLinks, findOwnAccount, lockOwnAccount, type OwnAccount } from './store.own.ts'
import { countRecentLinks, makeLink } from './store.ts'

/** The caller's account if the password is right; a wrong one counts as a failed sign-in and can lock the account. */
const proven = async (outside: Outside, password: string): Promise<OwnAccount | null> => {
  const account = await outside.caller(findOwnAccount)
  return account && (await checkPassword(outside, account.email_key, password)) ? account : null
}

type Chosen = { account: OwnAccount; hash: string }

const changes = (endpoint: typeof changePassword) =>
  write<typeof changePassword, Chosen>(
    endpoint,
    async ({ db, prepared, request }) => {
      const { account, hash } = prepared
      const now = await lockOwnAccount(db)
      // The password was changed elsewhere while this one was being checked.
      if (!now || now.password_hash !== account.password_hash) return refuse('password_wrong')
      await updatePassword(db, account.id, hash)
      const ended = await updateOwnSessionsEnded(db, 'others', 'password_changed')
      const { organization_id } = account
      await tellPasswordChanged(db, { to: account.email, organization_id, origin: request.origin })
      return { ended }
    },
    {
      prepare: async (input, outside) => {
        const account = await proven(outside, input.current_password)
        if (!account) return refuse('password_wrong')
        if (input.password === input.current_password) return refuseField('password', 'This is your current password.')
        const refused = await outside.caller(async (db) => {
          await setScope(db, { address: account.email_key })
          return refuseOwnPassword(db, account, input.password, await isSuperAdmin(db))
        })
        return refused ?? { account, hash: await hashPassword(input.password) }
      },
    },
  )

export const routes: readonly Route[] = [
  changes(changePassword),
  changes(changeVendorPassword),

  write<typeof requestAddress, OwnAccount>(
    requestAddress,
    async ({ db, input, prepared, request }) => {
      const key = emailKey(input.email)
      if (key === null) return refuseField('email', 'Enter an email address.')
      if (key === prepared.email_key) return refuseField('email', 'This is already your email.')
      if ((await countAddressLinks(db)) >= LINKS_AN_HOUR) return refuse('too_many')
      const { organization_id, id: account_id } = prepared
      await setScope(db, { address: key })
      const [taken, asked] = [await findAccount(db), await countRecentLinks(db, 'address')]
      // For a taken address, an unsent link is created too, so that the answer is the same and takes as long.
      const token = await makeLink(db, { kind: 'address', email: input.email, organization_id, account_id })
      if (asked >= LINKS_AN_HOUR) return { done: true }
      const facts = { of: await senderOf(db, organization_id), origin: request.origin, to: input.email }
      const letter = taken ? writeTakenLetter(facts) : writeAddressLetter({ ...facts, token, hours: linkHours.address })
      await sendLetter(db, 'address_link', letter)
      return { done: true }
    },
    {
      prepare: async (input, outside) => (await proven(outside, input.current_password)) ?? refuse('password_wrong'),
    },
  ),
]
