import type { Requirements } from '#features/shifts/signups/rules.ts'
import { requirementWords } from '../rules.asked.ts'

/** A post's requirements in one line; renders nothing if there are none. */
export const Asked = ({ of }: { of: Requirements }) => {
  const asked = requirementWords(of)
  return asked.length > 0 && <p className="text-small text-soft">{asked.join(', ')} only</p>
}
