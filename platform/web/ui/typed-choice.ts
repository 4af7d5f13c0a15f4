import type { Option } from './checks.tsx'

/** Ignores case, accents, underscores and repeated spaces: `new_york` finds `America/New York`. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()

/** Whether two texts are one to somebody who types. */
export const sameText = (a: string, b: string): boolean => plain(a) === plain(b)

/** Whether the option matches the typed filter. */
export const matchesTyped = ({ label, hint = '' }: Option, typed: string): boolean =>
  [label, hint].some((text) => plain(text).includes(plain(typed)))

export type TypedChoice<V extends string> =
  | { kind: 'one'; option: Option<V> }
  | { kind: 'several' }
  | { kind: 'none' }
  /** Nothing is typed. */
  | { kind: 'empty' }

/** The option chosen when the field is left: an exact name match, else the only match. */
export const typedChoice = <V extends string>(options: readonly Option<V>[], typed: string): TypedChoice<V> => {
  const asked = plain(typed)
  if (asked === '') return { kind: 'empty' }
  const open = options.filter((option) => !option.disabled)
  const named = open.filter((option) => plain(option.label) === asked)
  const found = named.length > 0 ? named : open.filter((option) => matchesTyped(option, typed))
  const [option] = found
  if (option === undefined) return { kind: 'none' }
  return found.length === 1 ? { kind: 'one', option } : { kind: 'several' }
}
