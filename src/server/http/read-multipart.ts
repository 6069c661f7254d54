import type { FastifyRequest } from 'fastify'
import { Rejected } from '#contract/rejected.ts'
import type { UploadedFile } from './route.ts'

export interface Multipart {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, UploadedFile>>
}

/** Reads text parts and the named file parts into memory; sizes and counts are limited by the server's settings. */
export async function readMultipart(request: FastifyRequest, names: readonly string[]): Promise<Multipart | Rejected> {
  if (!request.isMultipart()) return new Rejected('UNSUPPORTED_MEDIA_TYPE')
  const fields: Record<string, string> = Object.create(null)
  const files: Record<string, UploadedFile> = Object.create(null)
  let wrong: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      // An unread part would stop the stream, so even an unwanted one is read.
      const bytes = await part.toBuffer()
      if (!names.includes(part.fieldname) || part.fieldname in files) wrong ??= part.fieldname
      else if (bytes.length > 0) files[part.fieldname] = { bytes, mimeType: part.mimetype }
    } else if (part.fieldname in fields || part.fieldnameTruncated || part.valueTruncated) wrong ??= part.fieldname
    else fields[part.fieldname] = String(part.value)
  }
  return wrong === undefined ? { fields: { ...fields }, files } : new Rejected('BAD_REQUEST', { field: wrong })
}
