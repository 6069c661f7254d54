import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Identity, Pictures } from '../store/accounts/identities.ts'
import type { Accounts } from './accounts.ts'
import { keepPicture } from './kept-pictures.ts'
import { preparePicture } from './prepare-picture.ts'

export type PictureName = keyof Pictures
const NAMES: readonly PictureName[] = ['image', 'backImage', 'documentImage']

/** The pictures sent with the form, by name. */
export type SentPictures = { readonly [Name in PictureName]?: { readonly bytes: Uint8Array } | undefined }

/** Checked and encoded again, not yet stored. */
export type PreparedPictures = { [Name in PictureName]?: Uint8Array }

/** Names of the stored files. */
export type StoredPictures = { [Name in PictureName]?: string }

/**
 * Checks and encodes the sent pictures. Refuses BAD_REQUEST with the missing part (one received earlier need not be sent
 * again; `backImage` is required of an identity card only, `documentImage` of nobody), then TOO_MANY_REQUESTS and UNAVAILABLE of
 * the decoder, then IMAGE_INVALID with the part that is not a picture.
 */
export async function preparePictures(
  { pictureDecoder }: Pick<Accounts, 'pictureDecoder'>,
  sent: SentPictures,
  { userId, idFormat, received }: { userId: number; idFormat: Identity['idFormat']; received: Pictures | undefined },
): Promise<PreparedPictures | Rejected> {
  const needed: readonly PictureName[] = idFormat === 'ID_CARD' ? ['image', 'backImage'] : ['image']
  const missing = needed.find((name) => !sent[name] && !received?.[name])
  if (missing) return rejected('BAD_REQUEST', { field: missing })
  if (NAMES.every((name) => !sent[name])) return {}
  return pictureDecoder.inTurn(userId, async (encodeAnew) => {
    const prepared: PreparedPictures = {}
    for (const name of NAMES) {
      const came = sent[name]
      if (!came) continue
      const picture = await preparePicture(came.bytes, encodeAnew)
      if (!picture) return rejected('IMAGE_INVALID', { field: name })
      prepared[name] = picture
    }
    return prepared
  })
}

/** Stores all of them, or none. */
export async function storePictures(
  accounts: Pick<Accounts, 'files' | 'sealer' | 'now'>,
  prepared: PreparedPictures,
): Promise<StoredPictures> {
  const stored: StoredPictures = {}
  try {
    for (const name of NAMES) {
      const picture = prepared[name]
      if (picture) stored[name] = await keepPicture(accounts, picture)
    }
  } catch (error) {
    await accounts.files.bin(Object.values(stored), accounts.now())
    throw error
  }
  return stored
}

/** Merges the new ones into those received before. Also returns the files that no row names any more. */
export function mergePictures(
  stored: StoredPictures,
  received: Pictures | undefined,
): { readonly pictures: Pictures; readonly replaced: readonly string[] } {
  const image = stored.image ?? received?.image
  const documentImage = stored.documentImage ?? received?.documentImage
  const replaced = NAMES.flatMap((name) => (stored[name] === undefined ? [] : (received?.[name] ?? [])))
  return { pictures: { image, documentImage, backImage: stored.backImage ?? received?.backImage }, replaced }
}
