import type { SourceFile } from '#tools/house-rules.ts'
import type { Twin } from '#tools/twins.ts'

const split = (place: string): [path: string, name: string] => {
  const [path = '', name = ''] = place.split(' ')
  return [path, name]
}
const word = (name: string) => new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}\\b`)

/** Whether the file exports the name, or the schema has the function. */
const says = (text: string, name: string): boolean =>
  name.startsWith('app.')
    ? new RegExp(`FUNCTION ${name.replace('.', '\\.')}\\(`).test(text)
    : new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(text)

/** Twins of which one is not there, or that no property test on a real PostgreSQL holds together. */
export function brokenTwins(twins: readonly Twin[], files: readonly SourceFile[]): string[] {
  const textOf = new Map(files.map(({ path, text }) => [path, text]))
  return twins.flatMap(({ rule, sql, test, by }) => {
    const [one, other, proof] = [split(rule), split(sql), textOf.get(test)]
    const missing = [one, other]
      .filter(([path, name]) => !says(textOf.get(path) ?? '', name))
      .map(([path, name]) => `${path} has no ${name}`)
    if (missing.length > 0) return missing
    if (proof === undefined || !test.endsWith('.pg.test.ts')) return [`${rule}: no test ${test}`]
    if (!/\bfc\s*\.(assert|sample)\(/.test(proof)) return [`${rule}: ${test} makes up no input`]
    return [one[1], by ?? other[1]]
      .filter((name) => !word(name).test(proof.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')))
      .map((name) => `${rule}: ${test} does not ask ${name}`)
  })
}
