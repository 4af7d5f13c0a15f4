import { z } from 'zod'
import { refusePassword } from './rules.new-password.ts'
import { PASSWORD_MIN, PASSWORD_MIN_SUPER_ADMIN, passwordWords } from './rules.ts'

const newPassword = (min: number) =>
  z.string().superRefine((value, context) => {
    const ask = { own: [], is_super_admin: min === PASSWORD_MIN_SUPER_ADMIN }
    const refusal = value.isWellFormed() ? refusePassword(value, ask) : 'nul_character'
    const short = `At least ${min} characters.`
    if (refusal) context.addIssue({ code: 'custom', message: refusal === 'too_short' ? short : passwordWords[refusal] })
  })
/** A newly chosen password. The server also refuses names, and fewer than 15 characters for super admins. */
export const NewPassword = newPassword(PASSWORD_MIN)
export const NewVendorPassword = newPassword(PASSWORD_MIN_SUPER_ADMIN)
