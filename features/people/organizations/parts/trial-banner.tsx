import Hourglass from 'lucide-react/icons/hourglass'
import { ContactVendor } from '#features/department/contact-requests/parts/contact-vendor.tsx'
import { useSession } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { trialBannerOf } from '../rules.ts'

const tones = { expired: 'bad', ending_soon: 'warn', active: 'info' } as const

/** Specification section 4: admins see a banner, officers a badge and never a warning. The server counts the days. */
const TrialBanner = () => {
  const { session } = useSession()
  const trial = session?.organization?.trial
  if (!session?.officer || !trial) return null
  if (session.officer.role !== 'admin')
    return (
      <Badge tone="plain" icon={<Hourglass aria-hidden />} className="no-print mb-3">
        Trial Mode
      </Badge>
    )
  const { state, text } = trialBannerOf(trial)
  return (
    <div className="no-print mb-4">
      <Notice tone={tones[state]} action={<ContactVendor label="Contact Vendor" />}>
        <p className="pt-px">{text}</p>
      </Notice>
    </div>
  )
}

export default TrialBanner
