import { Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { TICKET_FILE_BYTES_MAX } from '#domain/ticket.ts'
import { findTicketFile } from '../../store/accounts/ticket-messages.ts'
import type { Queryable } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { keepFile, readPicture } from '../kept-pictures.ts'
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

/** The only valid names: no path, no other ending. */
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|pdf)$/

const MIME_TYPES = new Map([
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
])

export interface TicketFile {
  readonly bytes: Buffer
  /** The name under which a browser saves it. */
  readonly fileName: string
  readonly mimeType: string
  readonly ticketId: number
  readonly userId: number
}

/** The id of the user whose ticket names this file; `undefined` for a name that no message has. */
async function find(database: Queryable, name: string) {
  const ending = NAME.exec(name)?.[1]
  const found = ending === undefined ? undefined : await findTicketFile(database, name)
  return found && ending !== undefined ? { ...found, ending } : undefined
}

/**
 * A file of a ticket, optionally of this owner alone; the route checks an operator's right. Refuses FILE_NOT_FOUND, for another's file in
 * the same words as for a missing one.
 * @throws Error if the file differs from what was sealed
 */
export async function readTicketFile(
  accounts: Pick<Accounts, 'database' | 'files' | 'sealer'>,
  { name, userId }: { name: string; userId?: number },
): Promise<TicketFile | Rejected> {
  const found = await find(accounts.database, name)
  if (!found || (userId !== undefined && found.userId !== userId)) return rejected('FILE_NOT_FOUND')
  const bytes = await readPicture(accounts, name)
  if (!bytes) return rejected('FILE_NOT_FOUND')
  const { ticketId, ending } = found
  return {
    ...{ bytes, ticketId, userId: found.userId },
    fileName: `kimia-ticket-${ticketId}.${ending}`,
    mimeType: MIME_TYPES.get(ending) ?? 'application/octet-stream',
  }
}
