import 'vitest'

/** Metadata that a test may have besides its title. */
declare module 'vitest' {
  interface TaskMeta {
    /** Ids of rows of docs/requirements.tsv that the test shows. tools/coverage.ts reads them from the source. */
    shows?: readonly string[]
  }
}
