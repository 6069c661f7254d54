import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'

/** The photos of a person's documents: the front and the back of the identity card, and the handwritten note. */
export const DOCUMENT_NAMES = ['image', 'backImage', 'documentImage'] as const
export const DocumentName = z.enum(DOCUMENT_NAMES)
export type DocumentName = z.output<typeof DocumentName>

export const getDocument = defineEndpoint({
  ...ownRead,
  path: '/users/documents/:name',
  summary: "A photo of the caller's own documents. Each view is an event of the audit log",
  access: 'fresh',
  format: 'jpeg',
  params: z.strictObject({ name: DocumentName }),
  /** The bytes of the photo. */
  response: z.unknown(),
})
