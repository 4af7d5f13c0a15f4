import { paths } from '#platform/shared/paths.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { WaitingAt } from '../contract.ts'
import { waitingWords } from '../words.ts'

type Props = { of: { post_id: string; assignment_id: string }; waiting: readonly WaitingAt[] }

/** Who waits for the post although the plan proposes others; opens the shift. Nothing if no one does. */
export const WaitingLine = ({ of: { post_id, assignment_id }, waiting }: Props) => {
  const here = waiting.find((one) => one.post_id === post_id)
  if (!here) return null
  return (
    <p className="text-small wrap-anywhere max-md:[&>a]:inline-flex max-md:[&>a]:min-h-11 max-md:[&>a]:items-center">
      <TextLink to={paths.adminAssignment(assignment_id)}>{waitingWords(here)}</TextLink>
    </p>
  )
}
