/** A fatal startup problem, as one line an administrator can act on. Printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A readable reason for a failed file operation. */
export function becauseOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space left',
    EDQUOT: 'quota exceeded',
    ENOTDIR: 'a file is in the way',
    EEXIST: 'a file is in the way',
    ENOENT: 'not found',
  }
  return words[code] ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
}
