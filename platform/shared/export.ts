import { z } from 'zod'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number] | 'zip'

/** What an export takes beside its filters, what it may refuse, and its answer: a file has no shape. */
export const exportInput = { format: z.enum(exportFormats) }
export const exportErrors = { export_running: 409 } as const
export const ExportedFile = z.object({})
