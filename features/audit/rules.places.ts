/** Calls and fields of offers, call-offs, parts and swaps, as the audit says them. */
export const placeCalls = {
  'swaps.agree': 'Swap agreed to',
  'swaps.ask': 'Shift offered to colleagues',
  'swaps.decide': 'Swap decided',
  'swaps.refuse': 'Swap refused',
  'swaps.take': 'Offered shift taken',
  'swaps.withdraw': 'Offered shift taken back',
  'offers.accept': 'Offered place taken',
  'offers.decline': 'Offered place turned down',
  'offers.wait': 'Waitlist joined',
  'job.pass_places': 'Free places passed on',
} as const

export const placeFields = {
  swaps_need_approval: 'swaps need approval',
  price_5_25: 'price for 5-25 officers, cents',
  price_26_100: 'price for 26-100 officers, cents',
  price_over_100: 'price for more than 100 officers, cents',
  support_email: 'support e-mail',
  tax_id: 'tax number',
  calloff_desk_minutes: 'call-off by telephone only, minutes',
  split_minutes: 'smallest part, minutes',
  offer_shared: 'offered to several',
  offer_expires_at: 'offer ends',
  replaces_id: 'takes over from',
  successor_id: 'taken over by',
} as const
