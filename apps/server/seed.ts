import type { Config } from './config.ts'

/** Placeholder until the demo department's content stands. */
export const seedDemo = async (_adminUrl: string, _config: Config): Promise<string | null> => null
