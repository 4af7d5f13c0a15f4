import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleSlash from 'lucide-react/icons/circle-slash'
import { cx } from '#platform/web/ui/class-names.ts'
import type { StepStanding } from '../rules.ts'
import { stateWords } from '../words.ts'

const marks = {
  done: { icon: CircleCheck, ink: 'text-ok' },
  skipped: { icon: CircleSlash, ink: 'text-faint' },
  open: { icon: CircleDashed, ink: 'text-faint' },
} as const

/** The status of a step: shape and word, announced as the word. */
export const StepMark = ({ state }: { state: StepStanding['state'] }) => {
  const { icon: Icon, ink } = marks[state]
  return <Icon role="img" aria-label={stateWords[state]} className={cx('size-5 shrink-0', ink)} />
}
