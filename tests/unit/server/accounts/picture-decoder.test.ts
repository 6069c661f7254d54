import { expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { createPictureDecoder } from '#server/accounts/picture-decoder.ts'
import { preparePicture, readPictureHead } from '#server/accounts/prepare-picture.ts'
import { picture, withSecret } from '#tests/builders/picture.ts'
import { blackPng } from '#tests/builders/png.ts'

const decoder = createPictureDecoder()

/** Decodes in the real thread. */
async function prepare(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const prepared = await decoder.inTurn(1, (encodeAnew) => preparePicture(bytes, encodeAnew))
  if (prepared instanceof Rejected) throw new Error(prepared.code)
  return prepared
}

/** Whether the decoder gets these bytes at all. */
async function isDecoded(bytes: Uint8Array): Promise<boolean> {
  let asked = false
  await preparePicture(bytes, async () => {
    asked = true
    return undefined
  })
  return asked
}

test('a picture is kept upright and as large as it was, or not at all', async () => {
  const png = await picture({ format: 'png', width: 30, height: 20 })
  expect(readPictureHead((await prepare(png)) ?? new Uint8Array())).toEqual({ width: 30, height: 20, bits: 8 })
  expect(await prepare(png.subarray(0, 50))).toBeUndefined()
  const kept = await prepare(withSecret(await picture(), 'taken at 35.7,51.4'))
  expect(Buffer.from(kept ?? []).includes('taken at')).toBe(false)
})

test('a bomb is refused by its head, before anything is decoded', async () => {
  const bomb = blackPng({ width: 64, height: 64 })
  const sized = (width: number, height: number) => {
    const bytes = Buffer.from(bomb)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  expect(await isDecoded(sized(4_000, 4_000))).toBe(true)
  for (const [width, height] of [
    [4_001, 4_000],
    [60_000, 60_000],
    [0, 64],
  ] as const)
    expect(await isDecoded(sized(width, height))).toBe(false)
  expect(await isDecoded(blackPng({ width: 8, height: 8, bits: 16 }))).toBe(false)
  expect(await isDecoded(Buffer.alloc(5 * 1024 * 1024 + 1, 1))).toBe(false)
  const jpeg = await picture()
  const scans = (count: number) =>
    Buffer.concat([jpeg, ...Array.from({ length: count }, () => Buffer.from('ffda', 'hex'))])
  expect([await isDecoded(scans(30)), await isDecoded(scans(50))]).toEqual([true, false])
})

test('what pictures take of memory is given back with each of them', async () => {
  const bomb = blackPng({ width: 4_000, height: 4_000 })
  await prepare(bomb)
  const before = process.memoryUsage().rss
  for (let count = 0; count < 8; count += 1) expect(await prepare(bomb)).toBeDefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
}, 120_000)

test('one picture is decoded at a time, turn after turn, in the order in which they came', async () => {
  const running: string[] = []
  let most = 0
  const order: string[] = []
  const serial = createPictureDecoder({
    encodeAnew: async (bytes) => {
      running.push(bytes.toString())
      most = Math.max(most, running.length)
      await new Promise((resolve) => setTimeout(resolve, 1))
      order.push(Buffer.from(bytes).toString())
      running.pop()
      return bytes
    },
  })
  const turn = (user: number) =>
    serial.inTurn(user, async (encodeAnew) => {
      for (const name of ['front', 'back']) await encodeAnew(Buffer.from(`${user} ${name}`))
    })
  await Promise.all(Array.from({ length: 10 }, (_, user) => turn(user)))
  expect(most).toBe(1)
  expect(order).toEqual(Array.from({ length: 10 }, (_, user) => [`${user} front`, `${user} back`]).flat())
})

test('a second turn of the same user is refused, and so is one too many; both may come later, and a turn that fails stops none', async () => {
  const gate = Promise.withResolvers<void>()
  const serial = createPictureDecoder({ encodeAnew: async (bytes) => bytes, turnsMax: 3 })
  const first = serial.inTurn(1, () => gate.promise.then(() => 'first'))
  const second = serial.inTurn(2, () => Promise.reject(new Error('broken')))
  const third = serial.inTurn(3, async () => 'third')
  expect(await serial.inTurn(1, async () => 'again')).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: 10,
  })
  expect(await serial.inTurn(4, async () => 'fourth')).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 10 })
  gate.resolve()
  await expect(second).rejects.toThrow('broken')
  expect(await Promise.all([first, third])).toEqual(['first', 'third'])
  expect(await serial.inTurn(1, async () => 'again')).toBe('again')
})
