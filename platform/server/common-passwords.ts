import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The list of @zxcvbn-ts/language-common (MIT): about 49,000 passwords, most used first; loaded once, on first use. */
let listed: ReadonlySet<string> | null = null
const read = (): ReadonlySet<string> => {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const words: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(words) || words.length < 10_000) throw new Error('the list of common passwords is not there')
  return new Set(words.filter((word) => typeof word === 'string'))
}

/** Whether the password is on the list of leaked passwords, ignoring case and up to four digits or symbols before or after it. */
export const isListedPassword = (password: string): boolean => {
  listed ??= read()
  const lower = password.normalize('NFKC').toLowerCase()
  const bare = lower.replace(/^\P{L}{0,4}/u, '').replace(/\P{L}{0,4}$/u, '')
  return listed.has(lower) || listed.has(bare)
}
