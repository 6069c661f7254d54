import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isHarmlessPdf } from '#server/accounts/tickets/read-pdf.ts'
import { pdf } from '#tests/builders/pdf.ts'

/** An object whose stream is compressed. */
function stream(head: string, body: string): string {
  const deflated = deflateSync(Buffer.from(body, 'latin1'))
  return `9 0 obj\n<< ${head} /Filter /FlateDecode /Length ${deflated.length} >>\nstream\n${deflated.toString('latin1')}\nendstream\nendobj`
}
const objects = (body: string, head = '') => stream(`/Type /ObjStm /N 1 /First 4 ${head}`, `7 0 ${body}`)
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const TABLE = stream(
  '/Type /XRef /Size 9 /W [1 2 1] /DecodeParms << /Columns 4 /Predictor 12 >>',
  '\x02\x01\x00\x10\x00',
)

/** Objects that open an address, in a stream that has to be inflated twice. */
function compressedTwice(filter: string): string {
  const once = deflateSync(Buffer.from('7 0 << /Type /Catalog /OpenAction 4 0 R >>', 'latin1'))
  const body = deflateSync(once).toString('latin1')
  return `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} >>\nstream\n${body}\nendstream\nendobj`
}

describe('a PDF', () => {
  test.each([
    ['of one page', ''],
    ['with its objects in a compressed stream, as most are', `${objects(CATALOGUE)}\n${TABLE}`],
    [
      'with a picture written as differences',
      stream('/Subtype /Image /DecodeParms << /Predictor 15 >>', '\x01\x02\x03'),
    ],
    ['with a link in its text', objects('<< /Type /Annot /A << /S /URI /URI (https://kimia.example) >> >>')],
    ['that opens at its first page', objects('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
    ['with text about a script', stream('', 'BT (JavaScript, OpenAction) Tj ET')],
  ])('%s is taken', (_what, inside) => {
    expect(isHarmlessPdf(pdf(inside))).toBe(true)
  })

  const script = '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'
  test.each([
    ['runs a script from a compressed stream of objects', objects(script)],
    ['spells it otherwise there', objects(script.replace('JavaScript', 'Java#53cript'))],
    [
      'goes to an address when it is opened',
      '8 0 obj << /OpenAction << /S /URI /URI (https://evil.example) >> >> endobj',
    ],
    ['does so by another object', '8 0 obj << /OpenAction 7 0 R >> endobj'],
    ['goes to a file of another machine', '8 0 obj << /S /GoToR /F (\\\\\\\\evil\\\\share\\\\a.pdf) >> endobj'],
    ['does something when a page is turned', objects('<< /Type /Page /AA << /O 5 0 R >> >>')],
    ['is a page of the web behind a long comment', `%${'x'.repeat(4_000)}\n<!doctype html><script>alert(1)</script>`],
    ['writes its objects as differences', objects(script, '/DecodeParms << /Predictor 12 /Columns 4 >>')],
    ['calls such objects a table', stream('/Type /XRef /First 4 /N 1 /DecodeParms << /Predictor 12 >>', script)],
    [
      'packs its objects twice',
      '9 0 obj << /Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode] >> stream\n789c\nendstream endobj',
    ],
    ['compresses its objects twice', compressedTwice('[/FlateDecode /FlateDecode]')],
    ['spells that otherwise', compressedTwice('[/Flate#44ecode\0/FlateDecode]')],
    ['tells how it does so elsewhere', `${compressedTwice('10 0 R')}\n10 0 obj [11 0 R 11 0 R] endobj`],
    ['tells it in parts', `${compressedTwice('[/FlateDecode 11 0 R]')}\n11 0 obj /FlateDecode endobj`],
    ['tells it behind a comment', compressedTwice('[/FlateDecode %]\n/FlateDecode]')],
    ['does something behind a comment', '8 0 obj << /OpenAction%x\n4 0 R >> endobj'],
    ['does so in a compressed stream', objects('<< /Open#41ction %#0ax\n4 0 R >>')],
    ['does something when a page is turned, behind a comment', objects('<< /Type /Page /AA%x\n<< /O 5 0 R >> >>')],
    ['has a NUL for a space', '8 0 obj << /OpenAction\x004 0 R >> endobj'],
    ['is locked', '9 0 obj << /Filter /Standard >> endobj trailer << /Encrypt 9 0 R >>'],
    [
      'has a stream that cannot be read',
      '9 0 obj << /Filter /FlateDecode >> stream\n\x78\x9cnothing of the kind\nendstream endobj',
    ],
    ['holds more than a reader could', stream('', ' '.repeat(40 * 1024 * 1024))],
  ])('that %s is refused', (_what, inside) => {
    expect(isHarmlessPdf(pdf(inside))).toBe(false)
  })
})
