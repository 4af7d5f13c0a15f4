/** The heads of an export of the audit log, in order. */
export const exportColumns = [
  { head: 'When', as: 'moment' },
  { head: 'Person', as: 'text' },
  { head: 'Role', as: 'text' },
  { head: 'Action', as: 'text' },
  { head: 'Object', as: 'text' },
  { head: 'Name', as: 'text' },
  { head: 'Officer', as: 'text' },
  { head: 'Shift', as: 'text' },
  { head: 'Before', as: 'text' },
  { head: 'After', as: 'text' },
  { head: 'Entry', as: 'text' },
  { head: 'Object ID', as: 'text' },
  { head: 'Request ID', as: 'text' },
  { head: 'IP address', as: 'text' },
] as const
