import { signIn } from '#features/people/accounts/contract.ts'
import { departmentOf } from '#features/people/accounts/rules.departments.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { checkPassword } from '#features/people/accounts/store.locks.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { refuseEntry } from '#features/people/accounts/store.suspensions.ts'
import { type Account, listDepartments, lockAccount } from '#features/people/accounts/store.ts'
import { openSession } from '#features/people/factors/store.second-step.ts'
import { updateSessionReplaced } from '#features/people/sessions/store.ts'
import { type Outside, Refusal, type Route, refuse, refuseField, write } from '#platform/server/route.ts'

const check = async (outside: Outside, key: string, password: string, agency: string | null) => {
  const account = await checkPassword(outside, key, password)
  if (!account) return refuse('sign_in_failed')
  const chosen = await outside.anyone(async (db) => {
    await setScope(db, { user_id: account.id })
    const department = departmentOf(await listDepartments(db), agency)
    return 'refused' in department ? refuseEntry(db, department.refused, agency) : department
  })
  return chosen instanceof Refusal ? chosen : { account, organization_id: chosen.organization_id }
}

type Checked = { account: Account; organization_id: string | null }

export const routes: readonly Route[] = [
  write<typeof signIn, Checked>(
    signIn,
    async ({ db, input, prepared, request, reply }) => {
      const { account, organization_id } = prepared
      await setScope(db, { address: emailKey(input.email) ?? '' })
      const now = await lockAccount(db)
      // Changed or disabled while the old password was being checked.
      if (!now || now.password_hash !== account.password_hash || now.disabled_at) return refuse('sign_in_failed')
      if (request.token) await updateSessionReplaced(db, request.token)
      const opened = await openSession(db, { user_id: account.id, organization_id, kind: 'department' }, request)
      reply.setSession(opened.secret)
      return { organization_id, next: opened.next }
    },
    {
      prepare: async (input, outside) => {
        const key = emailKey(input.email)
        if (key === null) return refuseField('email', 'Enter an email address.')
        return check(outside, key, input.password, input.agency ?? null)
      },
    },
  ),
]
