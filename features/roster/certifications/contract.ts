import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { certificationStates } from './rules.ts'

const CertificationFacts = z.object({
  id: Id,
  officer_id: Id,
  type: z.string(),
  number: z.string().nullable(),
  issued_on: DateText,
  expires_on: DateText.nullable(),
  verified_by: z.string().nullable(),
  verified_at: Instant.nullable(),
  version: z.int(),
})
export const FoundCertification = CertificationFacts.extend({ renewed: z.boolean() })
export const Certification = CertificationFacts.extend({
  state: z.enum(certificationStates),
  /** 0 on the last valid day, negative after it, null if it does not expire. */
  days_left: z.int().nullable(),
  may: z.array(z.enum(['edit', 'remove', 'verify'])),
})
export type Certification = z.output<typeof Certification>

export const listCertifications = endpoint({
  name: 'certifications.list',
  summary: "An officer's certifications, soonest to expire first. Officers read their own; admins read anyone's.",
  method: 'GET',
  path: '/api/certifications',
  who: 'officer',
  input: z.object({
    /** Default: the caller's own. */
    officer_id: Id.optional(),
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid position in this list.')
      .refine((place) => !Number.isNaN(Date.parse(place.slice(0, 10))), 'Invalid position in this list.')
      .optional(),
    limit: z.coerce.number<number>().int().min(1).max(100).optional(),
  }),
  output: page(Certification).extend({
    /** Types used by the department that the caller can see, for the form. */
    types: z.array(z.string()),
  }),
  errors: {},
  topics: ['certifications', 'organization'],
})

const certification = {
  type: line(1, 80),
  /** Empty: none. */
  number: line(0, 60),
  issued_on: DateText,
  /** Empty: no expiration. */
  expires_on: z.union([z.literal(''), DateText], 'Enter a date.'),
}
const inOrder = (c: { issued_on: string; expires_on: string }, context: z.core.$RefinementCtx) => {
  if (c.expires_on !== '' && c.expires_on < c.issued_on)
    context.addIssue({
      code: 'custom',
      path: ['expires_on'],
      message: "The expiration date can't be before the issue date.",
    })
}

export const addCertification = endpoint({
  name: 'certifications.add',
  summary: 'Adds a certification, unverified; an admin adding one for another officer may verify it too.',
  method: 'POST',
  path: '/api/certifications',
  who: 'officer',
  input: z.strictObject({ officer_id: Id, verified: z.boolean(), ...certification }).superRefine(inOrder),
  output: z.object({ id: Id }),
  errors: { own_certification: 403 },
})

export const editCertification = endpoint({
  name: 'certifications.edit',
  summary: 'Edits a certification. Changes remove the verification unless an admin verifies it again.',
  method: 'PATCH',
  path: '/api/certifications/:id',
  who: 'officer',
  input: z.strictObject({ id: Id, version: Version, verified: z.boolean(), ...certification }).superRefine(inOrder),
  output: z.object({ version: z.int() }),
  errors: { own_certification: 403, certification_verified: 409 },
})

export const verifyCertification = endpoint({
  name: 'certifications.verify',
  summary: "Verifies that an admin saw the document, and records who and when. Not for the caller's own.",
  method: 'POST',
  path: '/api/certifications/:id/verify',
  who: 'admin',
  input: z.object({ id: Id, version: Version }),
  output: Done,
  errors: { own_certification: 403, certification_verified: 409 },
})

export const removeCertification = endpoint({
  name: 'certifications.remove',
  summary: "Removes a certification: an admin anyone else's, an officer their own unverified one.",
  method: 'DELETE',
  path: '/api/certifications/:id',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Done,
  errors: { certification_verified: 409 },
})
