import { z } from 'zod'
import type { S3Settings } from '../providers/object-store/s3.ts'
import { readSettings, urlWithoutSlash } from './values.ts'

/** The home of sealed files: a folder in DATA_DIR, or a bucket that several machines share. */
export type FileSettings =
  | { readonly kind: 'folder' }
  | { readonly kind: 's3'; readonly prefix: string; readonly s3: S3Settings }

const Choice = z.object({
  FILES: z.enum(['folder', 's3'], 'must be folder or s3').default('folder'),
  FILES_S3_URL: z.string().optional(),
})

const Bucket = z.object({
  FILES_S3_URL: urlWithoutSlash,
  FILES_S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
    .default('us-east-1'),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9_-]+\/)+$/, 'must be letters, digits, dashes and slashes, with a slash at its end')
    .default(''),
  FILES_S3_KEY_ID: z.string().min(3, 'is too short'),
  FILES_S3_SECRET: z.string().min(8, 'is too short'),
})

/** Somebody waits for the upload of a photo; a single answer that never comes leaves time for another attempt. */
const TIMEOUT_MS = 8_000
const DEADLINE_MS = 15_000

/** @throws Error with a sentence that names the setting */
export function parseFiles(given: Readonly<Record<string, string | undefined>>): FileSettings {
  const { FILES: kind, FILES_S3_URL } = readSettings(Choice, given)
  if (kind === 'folder') {
    if (FILES_S3_URL !== undefined) throw new Error('FILES_S3_URL is set, so FILES must be s3.')
    return { kind }
  }
  const values = readSettings(Bucket, given)
  return {
    kind,
    prefix: values.FILES_S3_PREFIX,
    s3: {
      url: values.FILES_S3_URL,
      bucket: values.FILES_S3_BUCKET,
      region: values.FILES_S3_REGION,
      keyId: values.FILES_S3_KEY_ID,
      secret: values.FILES_S3_SECRET,
      timeoutMs: TIMEOUT_MS,
      deadlineMs: DEADLINE_MS,
    },
  }
}
