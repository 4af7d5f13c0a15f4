import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  second_admin_closes: {
    title: 'Another admin must close this',
    text: "The admin who assigned the shift and the officers involved can't decide. Ask another admin.",
  },
  case_closed: { title: 'Already closed', text: 'Someone else just closed this case.' },
} as const satisfies RefusalWords<typeof contract>
