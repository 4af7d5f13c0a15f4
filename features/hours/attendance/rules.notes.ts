/** The longest note of a record, in characters. */
export const NOTE_LENGTH = 1000
/** Begins the sentence with which a note keeps a requested check-out that the next one has replaced; a day and time follow, and a period. */
export const REQUESTED = 'Earlier requested check-out: '

const sentences = new RegExp(`${REQUESTED}[^.]{1,60}\\.`, 'g')

/** The officer's new note in place of `before`, whose sentences about requested check-outs stay in front of it. */
export const withRequests = (before: string | null, note: string): string => {
  const kept = [...new Set(before?.match(sentences) ?? [])]
  if (kept.length === 0) return note
  const rest = kept.reduce((text, sentence) => text.replaceAll(sentence, ''), note).trim()
  return [...[...kept, rest].filter((part) => part !== '').join(' ')].slice(0, NOTE_LENGTH).join('').trim()
}
