/** Paths that providers call back: signed, and with the delivery they are about. */
export const textsPath = '/api/public/texts'
const receiptsPath = '/api/public/receipts'
const callsPath = '/api/public/calls'

/** The patterns that the server mounts, and that its limit on anonymous calls counts. */
export const receiptPattern = `${receiptsPath}/:organization_id/:id`
export const callPatterns = {
  begin: `${callsPath}/:organization_id/:id`,
  answer: `${callsPath}/:organization_id/:id/answer`,
  status: `${callsPath}/:organization_id/:id/status`,
} as const
export type CallStep = keyof typeof callPatterns

type Delivery = { organization_id: string; id: string }

/** Null without https: providers refuse addresses that they can't reach. */
export const receiptUrl = (origin: string, { organization_id, id }: Delivery): string | null =>
  origin.startsWith('https:') ? `${origin}${receiptsPath}/${organization_id}/${id}` : null

export const callUrl = (origin: string, { organization_id, id }: Delivery, step: CallStep = 'begin'): string =>
  `${origin}${callsPath}/${organization_id}/${id}${step === 'begin' ? '' : `/${step}`}`
