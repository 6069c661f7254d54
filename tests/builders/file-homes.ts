import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBucket } from '#server/accounts/file-bucket.ts'
import { openFileFolder } from '#server/accounts/file-folder.ts'
import type { Files, Place } from '#server/accounts/files.ts'
import { createS3 } from '#server/providers/object-store/s3.ts'
import { type S3Sandbox, startS3Sandbox } from '#tests/setup/s3/s3-sandbox.ts'

/** A home of files, with a way to its bytes that does not pass through the door. */
export interface FileHome {
  readonly files: Files
  /** The names in a place. */
  names(place: Place): Promise<string[]>
  /** The stored bytes of a file. */
  stored(name: string, place?: 'kyc' | 'bin'): Promise<Buffer>
  /** Puts other bytes in the place of those of a file in use. */
  overwrite(name: string, bytes: Uint8Array): Promise<void>
  /** Sets when a file in use was written. */
  age(name: string, at: Date): Promise<void>
  /** Makes it another database's. */
  giveToAnother(): Promise<void>
  close(): Promise<void>
}

export async function fileFolder(): Promise<FileHome & { readonly dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'kimia-files-'))
  return {
    dir,
    files: openFileFolder(dir),
    names: (place) => readdir(join(dir, place)).catch((): string[] => []),
    stored: (name, place = 'kyc') => readFile(join(dir, place, name)),
    overwrite: (name, bytes) => writeFile(join(dir, 'kyc', name), bytes),
    age: (name, at) => utimes(join(dir, 'kyc', name), at, at),
    giveToAnother: () => writeFile(join(dir, 'installation'), 'another\n'),
    close: () => rm(dir, { recursive: true, force: true }),
  }
}

const PREFIX = 'exchange/'
/** Long enough for a busy machine, and short enough to wait for. */
const TIMES = { timeoutMs: 5_000, deadlineMs: 10_000 }

/** A bucket over real HTTP, whose lists have a few objects on each page. */
export async function fileBucket(): Promise<FileHome & { readonly sandbox: S3Sandbox }> {
  const sandbox = await startS3Sandbox({ pageMax: 4 })
  const store = createS3({ ...sandbox.settings, ...TIMES }, () => undefined)
  const { objects } = sandbox
  const keysOf = (begin: string) => [...objects.keys()].filter((key) => key.startsWith(`${PREFIX}${begin}`)).toSorted()
  const bytesOf = (key = '') => {
    const bytes = objects.get(key)?.bytes
    if (!bytes) throw new Error(`the bucket has no ${key}`)
    return bytes
  }
  return {
    sandbox,
    files: openFileBucket({ store, prefix: PREFIX, name: sandbox.bucket }),
    names: async (place) => keysOf(`${place}/`).map((key) => key.split('/')[2] ?? ''),
    stored: async (name, place = 'kyc') => bytesOf(keysOf(`${place}/${name}`)[0]),
    async overwrite(name, bytes) {
      const key = `${PREFIX}kyc/${name}`
      const stored = objects.get(key)
      if (stored) objects.set(key, { ...stored, bytes: Buffer.from(bytes), meta: {} })
    },
    async age(name, at) {
      if (objects.has(`${PREFIX}new/${name}`)) sandbox.age(`${PREFIX}new/${name}`, at)
      sandbox.age(`${PREFIX}kyc/${name}`, at)
    },
    async giveToAnother() {
      await store.remove(`${PREFIX}installation`)
      await store.put(`${PREFIX}installation`, Buffer.from('another\n'), 'absent')
    },
    close: sandbox.close,
  }
}

/** The settings by which a process uses a bucket. */
export const settingsOfBucket = ({ sandbox: { settings } }: { readonly sandbox: S3Sandbox }) => ({
  FILES: 's3',
  FILES_S3_URL: settings.url,
  FILES_S3_BUCKET: settings.bucket,
  FILES_S3_REGION: settings.region,
  FILES_S3_PREFIX: PREFIX,
  FILES_S3_KEY_ID: settings.keyId,
  FILES_S3_SECRET: settings.secret,
})

/** Both homes, for tests of what they promise. */
export const FILE_HOMES: readonly (readonly [string, () => Promise<FileHome>])[] = [
  ['a folder', fileFolder],
  ['a bucket', fileBucket],
]
