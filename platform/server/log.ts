import { pino } from 'pino'

const redact = ['token', 'password', 'email', 'cookie', 'authorization', 'body', '*.password', '*.email', '*.token']

/**
 * One JSON line per event on standard output. Callers never pass email addresses, bodies or secrets; redaction is the second
 * safety net.
 */
export const createLog = (level: string) => {
  const logger = pino({ level, redact, base: null })
  return (line: Record<string, unknown>): void => {
    if (line.level === 'error') logger.error(line)
    else if (line.level === 'warn') logger.warn(line)
    else if (line.call === undefined) logger.info(line)
    else logger.debug(line)
  }
}
export type Log = ReturnType<typeof createLog>
