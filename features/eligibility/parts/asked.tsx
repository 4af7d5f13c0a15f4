import type { Requirements } from '#features/signups/rules.ts'
import { requirementWords } from '../rules.asked.ts'

/** What a post asks of a person, in a line; nothing where it asks nothing. */
export const Asked = ({ of }: { of: Requirements }) => {
  const asked = requirementWords(of)
  return asked.length > 0 && <p className="text-small text-soft">Only {asked.join(', ')}</p>
}
