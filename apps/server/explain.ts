import { StartError } from '#platform/server/start-error.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** One line for the person who started the server; never a stack trace. */
export const explainStart = (error: unknown, port: number | null): string => {
  if (error instanceof StartError) return error.message
  const code = codeOf(error)
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop whatever uses it, or set PORT to another port.`
  if (code === 'EACCES' && port !== null && port < 1024)
    return `Port ${port} requires more privileges. Set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.'
  if (
    ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN', 'ENOENT'].includes(code) ||
    /timeout|terminated/i.test(message)
  ) {
    return `The database in DATABASE_URL can't be reached (${code || message}).`
  }
  if (code === '28P01' || code === '28000') return 'The database rejected the user or password in DATABASE_URL.'
  if (code === '3D000') return "The database in DATABASE_URL doesn't exist."
  if (code === '42501') return `The user of DATABASE_URL may not set up the database: ${message}`
  return `Watchbill could not start: ${message}`
}
