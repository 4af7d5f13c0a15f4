import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number] | 'zip'

/** An export's input besides its filters, its possible errors, and its output: a file has no schema. */
export const exportInput = { format: z.enum(exportFormats) }
export const exportErrors = { export_running: 409 } as const
export const ExportedFile = z.object({})
