import { Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { TICKET_FILE_BYTES_MAX } from '#domain/ticket.ts'
import type { Accounts } from '../accounts.ts'
import { keepFile } from '../kept-pictures.ts'
import { preparePicture } from '../prepare-picture.ts'
import { isHarmlessPdf, isPdf } from './read-pdf.ts'

type Keeping = Pick<Accounts, 'files' | 'sealer' | 'pictureDecoder'>

const PER_HOUR_MAX = 20

/** The number of files per customer and hour, in new tickets and messages together. */
export const fileLimitOf = (userId: number) => ({
  ...{ kind: 'ticket-file:user', subject: String(userId), max: PER_HOUR_MAX, windowMs: HOUR_MS },
})

export interface KeptFile {
  readonly name: string
  readonly bytes: number
}

/**
 * Stores a file of a message, sealed and under a random name. Its content alone decides its type: a picture is encoded again, a PDF is stored as
 * received, to be saved and never shown. Refuses FILE_REFUSED for anything else; TOO_MANY_REQUESTS and UNAVAILABLE of the decoder.
 */
export async function keepTicketFile(
  keeping: Keeping,
  { writerId, bytes }: { writerId: number; bytes: Uint8Array },
): Promise<KeptFile | Rejected> {
  const prepared = isPdf(bytes) ? preparePdf(bytes) : await preparePhoto(keeping, { writerId, bytes })
  if (prepared instanceof Rejected) return prepared
  const name = await keepFile(keeping, prepared)
  return { name, bytes: prepared.bytes.byteLength }
}

const refused = () => rejected('FILE_REFUSED', { field: 'file' })

const preparePdf = (bytes: Uint8Array) =>
  bytes.byteLength <= TICKET_FILE_BYTES_MAX && isHarmlessPdf(bytes) ? { bytes, extension: 'pdf' as const } : refused()

function preparePhoto({ pictureDecoder }: Keeping, { writerId, bytes }: { writerId: number; bytes: Uint8Array }) {
  return pictureDecoder.inTurn(writerId, async (encodeAnew) => {
    const picture = await preparePicture(bytes, encodeAnew, { bytesMax: TICKET_FILE_BYTES_MAX, webp: true })
    return picture ? { bytes: picture, extension: 'jpg' as const } : refused()
  })
}
