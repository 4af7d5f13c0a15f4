import { useSignedIn } from '#platform/web/session.ts'
import { Certifications } from './certifications.tsx'

/** One's own certifications, on the own page. */
export const OwnCertifications = () => {
  const { officer } = useSignedIn()
  if (!officer) return null
  return (
    <Certifications
      officer_id={officer.id}
      own
      empty="Qualifications, licenses and training with an expiry. You add them as they stand on the document; an admin verifies them, and you are told before they expire."
    />
  )
}
