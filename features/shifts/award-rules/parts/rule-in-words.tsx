import { paths } from '#platform/shared/paths.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { Pack } from '../rules.packs.ts'
import type { AwardRule } from '../rules.ts'
import { methodWords, ruleSentences } from '../words.ts'

/** The whole rule in sentences, below its name and version. */
export const RuleInWords = ({ rule, name, version }: { rule: AwardRule; name: string; version: number | null }) => (
  <div>
    <p className="font-medium">
      {name}
      {version !== null && `, version ${version}`} · {methodWords[rule.method]}
    </p>
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-soft">
      {ruleSentences(rule).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
)

/** Hour limits in the text that a template is based on. The department sets them; they don't affect the ranking. */
export const PackLimits = ({ limits }: { limits: Pack['limits'] }) =>
  limits && (
    <p className="text-small text-soft">
      The source also limits hours: {limits.join('; ')}. Set limits in{' '}
      <TextLink to={paths.adminWorkRules()}>Rest and hours</TextLink>.
    </p>
  )

export const RemovedSentence = ({ children }: { children: string }) => (
  <del className="text-faint">
    <span className="sr-only">Removed: </span>
    {children}
  </del>
)

export const NewSentence = ({ children, className }: { children: string; className?: string }) => (
  <ins className={cx('text-ink no-underline', className)}>
    <span className="sr-only">New: </span>
    {children}
  </ins>
)

/** A draft in sentences beside its form: what it adds to the current version is marked, and what it drops is crossed out. */
export const DraftInWords = ({ draft, current }: { draft: AwardRule; current: AwardRule }) => {
  const [before, after] = [ruleSentences(current), ruleSentences(draft)]
  const dropped = before.filter((sentence) => !after.includes(sentence))
  const added = after.filter((sentence) => !before.includes(sentence))
  return (
    <>
      <p className="font-medium">{methodWords[draft.method]}</p>
      <p aria-live="polite" className="text-small text-soft">
        {added.length + dropped.length === 0 ? 'No changes yet.' : 'Changes are marked.'}
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-soft">
        {after.map((sentence) => (
          <li key={sentence}>
            {added.includes(sentence) ? (
              <NewSentence className="bg-brand-wash font-medium">{sentence}</NewSentence>
            ) : (
              sentence
            )}
          </li>
        ))}
        {dropped.map((sentence) => (
          <li key={sentence}>
            <RemovedSentence>{sentence}</RemovedSentence>
          </li>
        ))}
      </ul>
    </>
  )
}
