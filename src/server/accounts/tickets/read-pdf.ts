const BEGIN = Buffer.from('%PDF-', 'latin1')
const END = Buffer.from('%%EOF', 'latin1')

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Its first byte on: readers take one that begins later, and what comes before would be a file of another kind. */
export const isPdf = (bytes: Uint8Array): boolean => bufferOf(bytes).subarray(0, BEGIN.length).equals(BEGIN)

/** What makes a reader of PDFs run, open or unpack something. */
const ACTIVE = ['/JavaScript', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA', '/SubmitForm', '/ImportData']

/** Another kind of file inside: a ZIP is read from its end, a page of the web from its beginning. */
const ZIP_END = Buffer.from('504b0506', 'hex')
const PAGE_BEGINS = /<\s*(?:!doctype|html|script|svg|body|iframe)\b/i
const PAGE_HEAD_BYTES = 2_048

/** Names may be written with hexadecimal digits: "/Java#53cript". */
const ESCAPED_NAME = /#([0-9a-f]{2})/gi

/** Whole, with nothing behind its end, and without what would do something when it is opened. */
export function isHarmlessPdf(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes)
  const end = buffer.lastIndexOf(END)
  if (end === -1 || buffer.subarray(end + END.length).some((byte) => !isSpace(byte))) return false
  if (buffer.includes(ZIP_END) || PAGE_BEGINS.test(buffer.toString('latin1', 0, PAGE_HEAD_BYTES))) return false
  const text = buffer.toString('latin1')
  const plain = text.replace(ESCAPED_NAME, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
  return ACTIVE.every((name) => !text.includes(name) && !plain.includes(name))
}

const isSpace = (byte: number) => byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
