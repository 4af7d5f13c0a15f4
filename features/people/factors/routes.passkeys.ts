import { departmentOf } from '#features/people/accounts/rules.departments.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { refuseEntry } from '#features/people/accounts/store.suspensions.ts'
import { listDepartments } from '#features/people/accounts/store.ts'
import { insertSession, updateSessionReplaced } from '#features/people/sessions/store.ts'
import { type Route, refuse, write } from '#platform/server/route.ts'
import { askSignInPasskey, signInByPasskey } from './contract.passkeys.ts'
import { boundToBrowser, isAccountOpen } from './store.passkeys.ts'
import { askAnyPasskey, checkPasskey, type Shown, takeShown } from './store.passkeys-ceremonies.ts'

type Checked = { shown: Shown; organization_id: string | null }

export const routes: readonly Route[] = [
  write(askSignInPasskey, async ({ db, request }) => ({
    options: await askAnyPasskey(db, request, boundToBrowser(request)),
  })),

  /** Requires possession of the device plus its PIN or fingerprint; no password, so a password lock does not apply. */
  write<typeof signInByPasskey, Checked>(
    signInByPasskey,
    async ({ db, request, reply, prepared: { shown, organization_id } }) => {
      if (!(await takeShown(db, shown, shown.account_id)) || !(await isAccountOpen(db))) return refuse('passkey_failed')
      if (request.token) await updateSessionReplaced(db, request.token)
      await setScope(db, { user_id: shown.account_id })
      const session = { user_id: shown.account_id, organization_id, kind: 'department' } as const
      reply.setSession(await insertSession(db, { ...session, second_factor_at: new Date() }, request))
      return { organization_id }
    },
    {
      prepare: async (input, outside) => {
        const shown = await checkPasskey(outside, boundToBrowser(outside.request), 'sign_in', input.answer)
        if (!shown) return refuse('passkey_failed')
        const chosen = await outside.anyone(async (db) => {
          await setScope(db, { user_id: shown.account_id })
          if (!(await isAccountOpen(db))) return refuse('passkey_failed')
          const department = departmentOf(await listDepartments(db), input.agency ?? null)
          return 'refused' in department ? refuseEntry(db, department.refused, input.agency ?? null) : department
        })
        return 'organization_id' in chosen ? { shown, organization_id: chosen.organization_id } : chosen
      },
    },
  ),
]
