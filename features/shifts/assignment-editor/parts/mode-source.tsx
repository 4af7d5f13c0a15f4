import { useWatch } from 'react-hook-form'
import { paths } from '#platform/shared/paths.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { sourceWords, type UsualOf } from '../client.mode.ts'
import type { EditorForm } from './editor-times.tsx'

/** Below the choice: where it came from, and where that is changed for the shifts to come. */
export const ModeSource = ({ form, usual }: { form: EditorForm; usual: UsualOf }) => {
  const [kind, signup_mode, award_rule] = useWatch({
    control: form.control,
    name: ['kind', 'signup_mode', 'award_rule'],
  })
  const of = usual(kind)
  return (
    <>
      {sourceWords(of, { kind, signup_mode, award_rule })}.{' '}
      {of.method ? (
        <TextLink to={paths.adminAwardRules()}>Award rules</TextLink>
      ) : (
        <TextLink to={paths.adminSettings()}>Settings</TextLink>
      )}
    </>
  )
}
