import { randomBytes } from 'node:crypto'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFile, sealPictures } from '#server/accounts/kept-pictures.ts'
import { sweepPictures } from '#server/accounts/sweep-pictures.ts'
import type { Database } from '#server/store/database.ts'
import { pdf } from '#tests/builders/pdf.ts'
import { picture, withSecret } from '#tests/builders/picture.ts'
import { blackPng, pngChunk } from '#tests/builders/png.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'
import { formOf, openedTicket, readConversation, writeMessage } from './ticket-steps.ts'

const MEGABYTE = 1024 * 1024
const SECRET = 'GPS 35.6892 N 51.3890 E'

onDatabase('a file of a ticket', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())

  const customer = async () => {
    const { token } = await signedUp(server)
    return { token, id: await openedTicket(server, token) }
  }
  const download = (name: string, token: string) =>
    fetch(`${server.url}/api/files/download?fileName=${encodeURIComponent(name)}`, {
      headers: { authorization: `Bearer ${token}`, language: 'en' },
    })
  /** Sends a file and returns its stored name. */
  async function sent({ token, id }: { token: string; id: string }, file: Uint8Array): Promise<string> {
    const { status, body } = await writeMessage(server, token, id, { file })
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
    return String(body.baseDTO?.file)
  }
  const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())

  test.each(['jpeg', 'png', 'webp'] as const)(
    'is a %s that is encoded anew and comes back as a photo to save',
    async (format) => {
      const from = await customer()
      const came = await picture({ format, width: 90, height: 60 })
      const name = await sent(from, format === 'jpeg' ? withSecret(came, SECRET) : came)
      expect(name).toMatch(/^[0-9a-f-]{36}\.jpg$/)
      const reply = await download(name, from.token)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="kimia-ticket-${from.id}.jpg"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      const bytes = await bytesOf(reply)
      expect(bytes.includes(SECRET)).toBe(false)
      expect(await new Transformer(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 60 })
      const { pageDTO } = await readConversation(server, from.token, from.id)
      expect(pageDTO.content.at(-1)).toMatchObject({ file: name, fileBytes: bytes.length, text: null, customer: true })
    },
  )

  test('comes with a new ticket, too: checked, counted and kept as any other, and once however often it is sent', async () => {
    const { token } = await signedUp(server)
    const opening = (file: Uint8Array, clientKey = 'first-key-of-it') =>
      server.ask('/tickets', {
        method: 'POST',
        token,
        form: formOf(
          { subject: 'واریز نرسید', type: 'TECHNICAL', text: 'رسید پیوست است.', clientKey },
          new Blob([new Uint8Array(file)], { type: 'image/png' }),
          'receipt.png',
        ),
      })
    const kept = async () => (await database.query('select 1 from ticket_messages where file_name is not null')).length
    const before = await kept()
    const refused = await opening(Buffer.from('<svg onload="alert(1)"/>'))
    expect(refused).toMatchObject({ status: 400, body: { code: 'FILE_REFUSED', field: 'file' } })
    expect(await kept()).toBe(before)
    const photo = await picture({ format: 'png', width: 90, height: 60 })
    const answers = await Promise.all([opening(photo), opening(photo), opening(photo)])
    // One picture of a user is read at a time; the other uploads get "try again".
    const ids = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.baseDTO?.id] : [])))
    expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'TOO_MANY_REQUESTS')).toEqual([])
    ids.add((await opening(photo)).body.baseDTO?.id)
    expect([...ids]).toHaveLength(1)
    expect(await kept()).toBe(before + 1)
    expect((await opening(pdf())).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    const { pageDTO } = await readConversation(server, token, String([...ids][0]))
    expect(pageDTO.content).toMatchObject([{ text: 'رسید پیوست است.', file: expect.stringMatching(/\.jpg$/) }])
    const reply = await download(String(pageDTO.content[0]?.file), token)
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /)
    const limited: (string | undefined)[] = []
    for (let file = 0; file < 20; file += 1) limited.push((await opening(photo, `another-key-${file}`)).body.code)
    expect(limited).toContain('TOO_MANY_REQUESTS')
  })

  test('is a PDF, byte by byte, that no browser shows', async () => {
    const from = await customer()
    const came = pdf()
    const name = await sent(from, came)
    expect(name).toMatch(/\.pdf$/)
    const reply = await download(name, from.token)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(await bytesOf(reply)).toEqual(came)
  })

  test('lies sealed on the disk, and is sealed anew by a new key', async () => {
    const from = await customer()
    const came = pdf('% a note that nobody else may read')
    const name = await sent(from, came)
    const kept = await readFile(join(server.filesDir, 'kyc', name))
    expect(kept.includes('nobody else')).toBe(false)
    await sealPictures(server.accounts, new AbortController().signal)
    expect(await bytesOf(await download(name, from.token))).toEqual(came)
  })

  test('may have ten megabytes, which a document may not', async () => {
    const from = await customer()
    const noise = randomBytes(1_500 * 1_500 * 4)
    const large = await Transformer.fromRgbaPixels(noise, 1_500, 1_500).png()
    expect(large.length).toBeGreaterThan(5 * MEGABYTE)
    expect(large.length).toBeLessThan(10 * MEGABYTE)
    expect(await sent(from, large)).toMatch(/\.jpg$/)
    expect(
      await writeMessage(server, from.token, from.id, { file: Buffer.alloc(10 * MEGABYTE + 1, 0x25) }),
    ).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    })
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const page = '<!doctype html><html><script>alert(1)</script></html>'
  /** An empty ZIP's end. */
  const zip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
  const inflated = pngChunk('zTXt', Buffer.alloc(64))
  const HOSTILE: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
    ['an SVG with a script', () => Buffer.from(svg)],
    ['a page of HTML that is called photo.png', () => Buffer.from(page)],
    [
      'a page behind the first bytes of a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(page)]),
    ],
    ['a page behind the first bytes of a GIF', () => Buffer.from(`GIF89a/*${page}`)],
    ['a ZIP', () => zip],
    ['a program', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a PDF that is a ZIP too', () => Buffer.concat([pdf(), zip])],
    ['a PDF with a ZIP inside', () => pdf(zip.toString('latin1'))],
    ['a PDF that is a page too', () => pdf(page)],
    ['a PDF with bytes behind its end', () => Buffer.concat([pdf(), Buffer.from('MZ')])],
    ['a PDF behind another beginning', () => Buffer.concat([Buffer.from('<b>'), pdf()])],
    ['a PDF that runs a script', () => pdf('4 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj')],
    ['a PDF whose script is spelt otherwise', () => pdf('4 0 obj << /S /Java#53cript /JS (app.alert(1)) >> endobj')],
    ['a PDF that starts a program', () => pdf('4 0 obj << /S /Launch /F (cmd.exe) >> endobj')],
    ['a PDF that carries a file', () => pdf('4 0 obj << /Type /EmbeddedFile >> endobj')],
    ['a PDF without an end', () => pdf().subarray(0, 80)],
    ['a PNG of 50,000 by 50,000', () => withSides(blackPng({ width: 8, height: 8 }), 50_000)],
    ['a PNG of sixteen bits', () => blackPng({ width: 8, height: 8, bits: 16 })],
    ['half a photo', async () => (await picture({ format: 'png', width: 400, height: 400 })).subarray(0, 100)],
    ['a WebP that moves', async () => moving(await picture({ format: 'webp' }))],
    ['a WebP whose frame is larger than may be', async () => withWebpSides(await picture({ format: 'webp' }))],
    ['a WebP of nothing', () => Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
  ]

  test.each(HOSTILE)('is refused in words where it is %s, and nothing is kept', async (_what, make) => {
    const from = await customer()
    const before = await readdir(join(server.filesDir, 'kyc')).catch(() => [])
    expect(await writeMessage(server, from.token, from.id, { file: await make() })).toMatchObject({
      status: 400,
      body: {
        code: 'FILE_REFUSED',
        field: 'file',
        errors: ['این فایل پذیرفته نشد؛ عکس PNG، JPG یا WebP یا فایل PDF انتخاب کنید.'],
      },
    })
    expect(await readdir(join(server.filesDir, 'kyc')).catch(() => [])).toEqual(before)
    expect((await readConversation(server, from.token, from.id)).pageDTO.content).toHaveLength(1)
  })

  test('loses what a compressed text would unfold to', async () => {
    const from = await customer()
    expect(await sent(from, blackPng({ width: 8, height: 8, extra: [inflated] }))).toMatch(/\.jpg$/)
  })

  test('is its owner’s alone, and no name leads anywhere else', async () => {
    const [own, other] = [await customer(), await customer()]
    const name = await sent(own, await picture())
    const paths = ['../kyc', '..%2f..%2finstallation', 'installation', '/etc/passwd', `../kyc/${name}`, `${name}\0.png`]
    const tricks = [...paths, `kyc/${name}`, name.toUpperCase(), `${name} `, `./${name}`, '', 'x'.repeat(300)]
    for (const [token, asked] of [
      ...tricks.map((trick) => [own.token, trick] as const),
      [other.token, name] as const,
    ]) {
      const reply = await download(asked, token)
      expect({ asked, status: reply.status }).toEqual({ asked, status: 404 })
      expect(await reply.json()).toMatchObject({
        code: 'FILE_NOT_FOUND',
        errors: ["We couldn't find this file. Refresh the conversation."],
      })
    }
    expect((await download('x'.repeat(301), own.token)).status).toBe(400)
    expect((await fetch(`${server.url}/api/files/download?fileName=${name}`)).status).toBe(401)
  })

  test('is kept once where it is sent twice', async () => {
    const from = await customer()
    const file = await picture({ width: 33 })
    const before = (await readdir(join(server.filesDir, 'kyc'))).length
    const twice = await Promise.all(
      [1, 2].map(() => writeMessage(server, from.token, from.id, { file, clientKey: 'the-same-key' })),
    )
    // The second may arrive while the first is being decoded: it gets "try again", and afterwards the first answer.
    const again = await writeMessage(server, from.token, from.id, { file, clientKey: 'the-same-key' })
    const names = [...twice, again].flatMap(({ body }) => body.baseDTO?.file ?? [])
    expect(new Set(names).size).toBe(1)
    expect(await readdir(join(server.filesDir, 'kyc'))).toHaveLength(before + 1)
    expect((await readConversation(server, from.token, from.id)).pageDTO.content).toHaveLength(2)
  })

  test('stays when the sweep comes, which takes what no message names', async () => {
    const from = await customer()
    const name = await sent(from, pdf())
    const orphan = await keepFile(server.accounts, { bytes: pdf(), extension: 'pdf' })
    // The disk dates files by the machine's clock, which differs from the server's here.
    const kept = server.accounts.now()
    for (const file of [name, orphan]) await utimes(join(server.filesDir, 'kyc', file), kept, kept)
    server.pass({ seconds: 2 * 3_600 })
    await sweepPictures(server.accounts)
    expect((await download(name, from.token)).status).toBe(200)
    expect(await readdir(join(server.filesDir, 'kyc'))).not.toContain(orphan)
    expect(server.alarms).toEqual([])
  })
})

/** The same PNG with these sides in its header. */
function withSides(png: Buffer, side: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29))
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', head), png.subarray(33)])
}

function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

/** The frame of a WebP inside an animation. */
function moving(webp: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.alloc(16), webp.subarray(12)])
  const chunks = Buffer.concat([
    webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 63, 0, 0, 47, 0, 0])),
    webpChunk('ANIM', Buffer.alloc(6)),
    webpChunk('ANMF', frame),
  ])
  return webpFile(chunks)
}

/** A frame of 16,384 by 16,384 in a canvas whose header says 64 by 48. */
function withWebpSides(webp: Buffer): Buffer {
  const at = Math.max(webp.indexOf('VP8 '), webp.indexOf('VP8L'))
  const frame = Buffer.from(webp.subarray(at))
  if (frame.toString('latin1', 0, 4) === 'VP8L') frame.writeUInt32LE(0x0fffffff, 9)
  else frame.fill(0xff, 14, 18)
  return webpFile(Buffer.concat([webpChunk('VP8X', Buffer.from([0, 0, 0, 0, 63, 0, 0, 47, 0, 0])), frame]))
}

function webpFile(chunks: Buffer): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}
