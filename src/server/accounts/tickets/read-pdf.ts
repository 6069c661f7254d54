import { inflateSync } from 'node:zlib'

const BEGIN = Buffer.from('%PDF-', 'latin1')
const END = Buffer.from('%%EOF', 'latin1')

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Checked at the first byte: readers accept a later beginning, but the bytes before it would be a file of another kind. */
export const isPdf = (bytes: Uint8Array): boolean => bufferOf(bytes).subarray(0, BEGIN.length).equals(BEGIN)

/** Names that make a PDF reader run, open or unpack something, or go to another file. A comment may replace a space. */
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie|OpenAction[\s\0]*(?:<<|\d|%))/

/** Actions that run when a page is turned to; the name is too short to search for in pictures. */
const BY_ITSELF = /\/AA[\s\0]*(?:<<|\d|%)/

/** Object streams in these forms, and locked files, cannot be searched. */
const UNREADABLE =
  /\/(?:Encrypt|Crypt|LZWDecode|LZW|ASCII85Decode|A85|ASCIIHexDecode|AHx|RunLengthDecode|RL)(?=[\s\0/\][<>(%])/

/** A stream that is compressed twice, or whose filters are named elsewhere or after a comment, cannot be searched in a simple way. */
const COMPRESSED_TWICE = /\/(?:FlateDecode|Fl)[\s\0]*(?:%|\/(?:FlateDecode|Fl)(?![A-Za-z]))/
const FILTERED_ELSEWHERE = /\/Filter[\s\0]*(?:[\d%]|\[(?:[\s\0]*\/[A-Za-z0-9]+)*[\s\0]*[\d%])/

/** Another kind of file inside: a ZIP is read from its end, a web page from its beginning, or after a comment. */
const ZIP_END = Buffer.from('504b0506', 'hex')
const PAGE_BEGINS = /<\s*(?:!doctype\s+html|html|script|svg|body|iframe)[\s>/]/i

/** Letters and digits of names may be written with hexadecimal digits: "/Java#53cript". */
const ESCAPED = /#(3\d|[46][1-9a-f]|[57][0-9a])/gi
const unescaped = (text: string) =>
  text.replace(ESCAPED, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))

/**
 * Complete, with nothing after its end, and without anything that acts when it is opened: neither in plain text nor in a compressed stream, where
 * most PDFs have their objects. A file that cannot be searched is refused.
 */
export function isHarmlessPdf(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes)
  const end = buffer.lastIndexOf(END)
  if (end === -1 || buffer.subarray(end + END.length).some((byte) => !isSpace(byte))) return false
  const text = buffer.toString('latin1')
  if (buffer.includes(ZIP_END) || PAGE_BEGINS.test(text)) return false
  const plain = unescaped(text)
  if ([text, plain].some((each) => ACTIVE.test(each) || BY_ITSELF.test(each))) return false
  if ([UNREADABLE, COMPRESSED_TWICE, FILTERED_ELSEWHERE].some((each) => each.test(plain))) return false
  if (hidesObjects(plain)) return false
  return areStreamsHarmless(buffer, text)
}

/** A dictionary, possibly nested, before its stream. */
const HEAD = /<<(?:[^<>]|<<[^<>]*>>|<[^<>]*>)*>>\s*stream/g

/** Rows of pictures and of the table of objects may be stored as differences. Objects stored so would be unreadable here, and are not elsewhere. */
function hidesObjects(plain: string): boolean {
  const others = plain.replace(HEAD, (head) =>
    /\/(?:XRef|Image)(?=[\s/>])/.test(head) && !/\/(?:ObjStm|First)(?=[\s\0/>%])/.test(head) ? '' : head,
  )
  return others.includes('/Predictor')
}

/** The maximum size of an inflated stream, and of all of them together. */
const STREAM_BYTES_MAX = 32 * 1024 * 1024
const STREAMS_BYTES_MAX = 128 * 1024 * 1024
const STREAM_BEGINS = /stream[ \t]*(?:\r\n|\n|\r)?/g

function areStreamsHarmless(buffer: Buffer, text: string): boolean {
  let left = STREAMS_BYTES_MAX
  for (const { index, 0: keyword } of text.matchAll(STREAM_BEGINS)) {
    const body = buffer.subarray(index + keyword.length)
    if (!isDeflated(body)) continue
    const inflated = inflate(body)
    left -= inflated?.length ?? 0
    if (inflated === undefined || left < 0) return false
    const inside = unescaped(inflated.toString('latin1'))
    if (ACTIVE.test(inside) || (BEGINS_WITH_NUMBERS.test(inside) && BY_ITSELF.test(inside))) return false
  }
  return true
}

/** A stream of objects begins with their numbers. */
const BEGINS_WITH_NUMBERS = /^\s*\d+\s+\d+/

/** Recognised by its first two bytes. */
const isDeflated = (body: Buffer) => body.length > 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0

/** The content of a stream, to its end or to where it breaks off; `undefined` if it is too large or unreadable. */
function inflate(body: Buffer): Buffer | undefined {
  try {
    return inflateSync(body, { finishFlush: 2, maxOutputLength: STREAM_BYTES_MAX })
  } catch {
    return undefined
  }
}

const isSpace = (byte: number) => byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
