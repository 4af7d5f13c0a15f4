import { useSignedIn } from '#platform/web/session.ts'
import { Certifications } from './certifications.tsx'

/** The officer's own certifications, on their own page. */
export const OwnCertifications = () => {
  const { officer } = useSignedIn()
  if (!officer) return null
  return (
    <Certifications
      officer_id={officer.id}
      own
      empty="Qualifications, licenses and training. An admin verifies each one, and you're notified before it expires."
    />
  )
}
