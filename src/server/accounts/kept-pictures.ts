import { randomUUID } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import type { Sealer } from './sealer.ts'

type Keeping = Pick<Accounts, 'files' | 'sealer'>

/** Seals a picture and stores it under a random name. @returns the name */
export const keepPicture = (keeping: Keeping, picture: Uint8Array): Promise<string> =>
  keepFile(keeping, { bytes: picture, extension: 'jpg' })

/** The same for any file. Only the ending of its name tells its type. */
export async function keepFile(
  { files, sealer }: Keeping,
  { bytes, extension }: { bytes: Uint8Array; extension: 'jpg' | 'pdf' },
): Promise<string> {
  const name = `${randomUUID()}.${extension}`
  await files.put(name, sealer.seal(bytes, contextOf(name)))
  return name
}

/** `undefined` if the picture is gone. @throws Error if the file differs from what was sealed, or its key is gone */
export async function readPicture({ files, sealer }: Keeping, name: string): Promise<Buffer | undefined> {
  const bytes = await files.read(name)
  return bytes && openPicture(sealer, { name, bytes })
}

/** Pictures stored before sealing existed stay plain until `sealPictures` reaches them. */
const openPicture = (sealer: Sealer, { name, bytes }: { name: string; bytes: Buffer }) =>
  isPlain(bytes) ? bytes : sealer.open(bytes, contextOf(name))

const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')
/** No key has the number 255, with which a JPEG begins. */
const isPlain = (bytes: Buffer) => bytes.subarray(0, JPEG_BEGIN.length).equals(JPEG_BEGIN)

/** A picture opens under its own name alone: one file cannot be put in another's place. */
const contextOf = (name: string) => `document:${name}`

/**
 * Seals with the present key every file that is plain or under an older key, in use and in the bin. It may be stopped and started again at any
 * point: each file is changed completely or not at all. Files that no key opens stay as they are, and one error is logged for all of them.
 */
export async function sealPictures(
  { files, sealer, log }: Keeping & Pick<Accounts, 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  let unreadable = 0
  for (const place of ['kyc', 'bin'] as const) {
    for (const { name } of await files.list(place)) {
      if (stopping.aborted) return
      const head = await files.readHead({ name, place }, JPEG_BEGIN.length)
      if (!head || (!isPlain(head) && !sealer.isOld(head))) continue
      const bytes = await files.read(name, place)
      if (!bytes) continue
      const picture = openOrNone(sealer, { name, bytes })
      if (picture) await files.replace({ name, place }, sealer.seal(picture, contextOf(name)))
      else unreadable += 1
    }
  }
  if (unreadable > 0)
    log.error({ pictures: unreadable }, 'no key of ENCRYPTION_KEYS opens some pictures of documents; add the older key')
}

function openOrNone(sealer: Sealer, file: { name: string; bytes: Buffer }): Buffer | undefined {
  try {
    return openPicture(sealer, file)
  } catch {
    return undefined
  }
}
