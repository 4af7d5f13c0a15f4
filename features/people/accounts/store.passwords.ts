import { sendLetter } from '#features/department/notifications/store.ts'
import { isListedPassword } from '#platform/server/common-passwords.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sender } from '#platform/server/letter.ts'
import { type Refusal, refuseField } from '#platform/server/route.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import { writeChangedLetter } from './mail.ts'
import { refusePassword } from './rules.new-password.ts'
import { PASSWORD_MIN_SUPER_ADMIN, passwordWords } from './rules.ts'
import { findOrganization } from './store.ts'

/** The value of the specification's `{product}`; an installation overrides it with PRODUCT_NAME. */
const product: Sender = { name: process.env.PRODUCT_NAME || 'Watchbill', primary_color: DEFAULT_COLOR }

/** The sender of an email: the organization in scope, or the product. */
export const senderOf = async (db: Db, organizationId: string | null): Promise<Sender> =>
  (organizationId ? await findOrganization(db, { id: organizationId }) : null) ?? product

/** Notifies the owner of every password change, as the organization or the product. */
export const tellPasswordChanged = async (
  db: Db,
  { to, organization_id, origin }: { to: string; organization_id: string | null; origin: string },
) => sendLetter(db, 'password_changed', writeChangedLetter({ of: await senderOf(db, organization_id), origin, to }))

type Person = { email: string; name: string | null; organization_id: string | null }

/** Checks a new password against what only the server knows: names and addresses of the person, organization and product. */
export const refuseOwnPassword = async (
  db: Db,
  person: Person,
  password: string,
  isForSuperAdmin: boolean,
  name: string | null = null,
): Promise<Refusal<'invalid_input'> | null> => {
  const organization = person.organization_id ? await findOrganization(db, { id: person.organization_id }) : null
  const refusal = refusePassword(password, {
    is_super_admin: isForSuperAdmin,
    own: [person.email, person.name, name, product.name, organization?.name, organization?.subdomain],
  })
  if (!refusal) return isListedPassword(password) ? refuseField('password', passwordWords.common) : null
  const short = isForSuperAdmin ? `At least ${PASSWORD_MIN_SUPER_ADMIN} characters.` : passwordWords.too_short
  return refuseField('password', refusal === 'too_short' ? short : passwordWords[refusal])
}
