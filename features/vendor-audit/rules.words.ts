/** A read across has no words of its own: its call says what was read, its reason why. */
export const kindWords = { changes: 'Changes', support: 'Support access', reads: 'Reads across' } as const

export const exportColumns = [
  { head: 'When (UTC)', as: 'moment' },
  { head: 'Person', as: 'text' },
  { head: 'Role', as: 'text' },
  { head: 'Kind', as: 'text' },
  { head: 'Action', as: 'text' },
  { head: 'Organization', as: 'text' },
  { head: 'Thing', as: 'text' },
  { head: 'Name', as: 'text' },
  { head: 'Reason', as: 'text' },
  { head: 'Before', as: 'text' },
  { head: 'After', as: 'text' },
  { head: 'Entry', as: 'text' },
  { head: 'Thing id', as: 'text' },
  { head: 'Request id', as: 'text' },
  { head: 'Network address', as: 'text' },
] as const
