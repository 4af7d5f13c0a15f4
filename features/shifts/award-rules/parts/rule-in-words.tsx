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
