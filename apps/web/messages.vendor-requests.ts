import type { Words } from '#platform/web/words.ts'

/** The words about requests that the vendor's staff works; part of `messages.ts`, which holds them to the contracts. */
export const vendorRequestMessages = {
  trial_started_already: {
    title: 'Trial started already',
    text: 'A colleague has just started it: {name}. Nothing was made a second time.',
  },
  merged_already: {
    title: 'Merged already',
    text: 'A colleague has merged one of the two meanwhile. Look where it stands now.',
  },
  not_merged: { title: 'Not merged any more', text: 'A colleague has taken it out already.' },
  same_request: { title: 'The same one', text: 'Choose another request to merge it into.' },
} as const satisfies Record<string, Words>
