import { z } from 'zod'
import { NewPassword, NewVendorPassword } from '#features/people/accounts/contract.new-password.ts'
import { Password } from '#features/people/accounts/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, email } from '#platform/shared/shapes.ts'

export const changePassword = endpoint({
  name: 'accounts.change_password',
  summary: "Changes the caller's own password, given the current one, and ends every other session.",
  method: 'POST',
  path: '/api/account/password',
  who: 'officer',
  input: z.object({ current_password: Password, password: NewPassword }),
  output: z.object({ ended: z.int() }),
  errors: { password_wrong: 401 },
  afterTrial: true,
})

export const requestAddress = endpoint({
  name: 'accounts.request_address',
  summary: 'Emails a link to a new address. The answer is the same if the address is taken.',
  method: 'POST',
  path: '/api/account/address',
  who: 'officer',
  input: z.object({ email, current_password: Password }),
  output: Done,
  errors: { password_wrong: 401 },
  afterTrial: true,
})

/** The same for the vendor's staff, whose calls are separate and whose passwords are longer. */
export const changeVendorPassword = endpoint({
  ...changePassword,
  name: 'super_admins.change_password',
  path: '/api/vendor/account/password',
  who: 'super_admin',
  input: z.object({ current_password: Password, password: NewVendorPassword }),
})
