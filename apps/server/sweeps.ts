import { sweeps as assignments } from '#features/assignments/jobs.ts'
import { sweeps as attendance } from '#features/attendance/jobs.ts'
import { sweeps as notifications } from '#features/notifications/jobs.ts'
import { forgetKeys, type Sweep } from '#platform/server/jobs.ts'
import type { Config } from './config.ts'

/** Every background job. A feature adds its line here. */
export const sweepsOf = (_config: Config, _log: (line: Record<string, unknown>) => void): readonly Sweep[] => [
  forgetKeys,
  ...attendance,
  ...assignments,
  ...notifications,
]
