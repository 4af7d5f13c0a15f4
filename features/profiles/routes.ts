import { LINKS_AN_HOUR, linkHours } from '#features/account-links/rules.ts'
import { countRecentLinks, makeLink } from '#features/account-links/store.ts'
import { emailKey } from '#features/accounts/rules.ts'
import { checkPassword } from '#features/accounts/store.locks.ts'
import { refuseOwnPassword, senderOf, tellPasswordChanged } from '#features/accounts/store.passwords.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { findAccount, isSuperAdmin, updatePassword } from '#features/accounts/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { updateOwnSessionsEnded } from '#features/sessions/store.own.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { type Outside, type Route, refuse, refuseField, write } from '#platform/server/route.ts'
import { changePassword, changeVendorPassword, requestAddress } from './contract.ts'
import { writeAddressLetter, writeTakenLetter } from './mail.ts'
import { countAddressLinks, findOwnAccount, lockOwnAccount, type OwnAccount } from './store.ts'

/** The own account, where the password is its own: a wrong one counts as a try to sign in, and locks as it does there. */
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
      // Changed by somebody else while this one was being checked.
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
        if (input.password === input.current_password) return refuseField('password', 'This is your present one.')
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
      if (key === null) return refuseField('email', 'Please enter an e-mail address.')
      if (key === prepared.email_key) return refuseField('email', 'This is your address already.')
      if ((await countAddressLinks(db)) >= LINKS_AN_HOUR) return refuse('too_many')
      const { organization_id, id: account_id } = prepared
      await setScope(db, { address: key })
      const [taken, asked] = [await findAccount(db), await countRecentLinks(db, 'address')]
      // A taken address gets a link as well, which nobody is sent: the answer is the same and takes as long.
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
