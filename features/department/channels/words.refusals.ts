import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractPhones from './contract.phones.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls: on the screen, and as the message in the response. */
export const refusals = {
  device_taken: {
    title: 'Another account uses this browser',
    text: "Its notifications go to someone else. Turn them off there first, or clear this site's data in the browser.",
  },
  no_app_push: {
    title: "Push notifications aren't set up",
    text: "Watchbill isn't connected to this phone's push service. Use text messages or email.",
  },
  no_texting: {
    title: "Text messages aren't set up",
    text: "Watchbill isn't connected to a text message provider. Use push notifications or email.",
  },
  no_calling: {
    title: "Voice calls aren't set up",
    text: "Watchbill isn't connected to a voice call provider. Use text messages, push notifications or email.",
  },
  too_many_codes: { title: 'Too many codes', text: "You've requested 5 codes today. Try again tomorrow." },
  phone_code_expired: { title: 'Code expired', text: 'That code has expired. Request a new one.' },
  phone_code_wrong: { title: 'Wrong code', text: "That code isn't right. Check the text message and try again." },
} as const satisfies RefusalWords<typeof contract | typeof contractPhones>
