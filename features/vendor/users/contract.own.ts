import { z } from 'zod'
import { Next, Password } from '#features/people/accounts/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { email } from '#platform/shared/shapes.ts'

export const signInVendor = endpoint({
  name: 'super_admins.sign_in',
  summary:
    "Begins the sign-in of the vendor's staff: with address and password, and a second factor to give or set up before a session is there.",
  method: 'POST',
  path: '/api/vendor/sign-in',
  who: 'anyone',
  input: z.object({ email, password: Password }),
  output: z.object({ next: Next.exclude(['done']) }),
  errors: { sign_in_failed: 401, no_super_admin: 403 },
  secret: true,
  afterTrial: true,
})
