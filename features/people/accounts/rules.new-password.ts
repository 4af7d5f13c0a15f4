import { isCommon } from './rules.common-passwords.ts'
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_MIN_SUPER_ADMIN, type PasswordRefusal } from './rules.ts'

export type PasswordAsk = {
  is_super_admin?: boolean
  /** Names and email addresses of the person, organization and product. */
  own: readonly (string | null | undefined)[]
}

/**
 * Why a password is refused, or null. Checks length first: an overlong password is neither inspected nor
 * hashed.
 */
export function refusePassword(password: string, ask: PasswordAsk): PasswordRefusal | null {
  if (password.length > PASSWORD_MAX * 2) return 'too_long'
  const length = [...password].length
  if (length > PASSWORD_MAX) return 'too_long'
  if (password.includes('\u0000')) return 'nul_character'
  if (length < (ask.is_super_admin ? PASSWORD_MIN_SUPER_ADMIN : PASSWORD_MIN)) return 'too_short'
  if (new Set(password).size < 3) return 'repeated'
  const plain = flat(password)
  if (ask.own.some((name) => isOwn(plain, name ?? ''))) return 'own_name'
  return isCommon(password) ? 'common' : null
}

const flat = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The name itself, or the name plus up to four characters, in any spelling: `Springfield-PD-2026`. */
function isOwn(plain: string, name: string): boolean {
  const names = [name, name.split('@')[0] ?? ''].map(flat).filter((n) => n.length >= 6)
  return names.some((n) => plain.includes(n) && plain.replaceAll(n, '').length <= 4)
}
