import type { FastifyRequest } from 'fastify'
import '@fastify/multipart'
import { Refusal, type UploadedFile } from './route.ts'

/** Room for the form's other fields besides the file. */
const formRoom = 65_536

export class UploadRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Reads one file and the form's text fields; refuses by the announced size before reading a byte, and by the actual size. */
export const readUpload = async (
  request: FastifyRequest,
  limit: number,
): Promise<{ file: UploadedFile | null; fields: Record<string, unknown> }> => {
  if (!request.isMultipart()) throw new UploadRefused(new Refusal('wrong_type'))
  if (Number(request.headers['content-length'] ?? 0) > limit + formRoom) throw tooLarge(limit)
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts({
      limits: { fileSize: limit, files: 1, fields: 20, fieldSize: formRoom },
    })) {
      if (part.type === 'file') file = { name: part.filename.slice(0, 200), bytes: await part.toBuffer() }
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limit)
    if (code.startsWith('FST_'))
      throw new UploadRefused(new Refusal('invalid_input', undefined, [{ field: 'file', message: 'Send one file.' }]))
    throw error
  }
  return { file, fields }
}

const tooLarge = (limit: number) => new UploadRefused(new Refusal('too_large', { limit }))
