import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPicture } from '#server/accounts/kept-pictures.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { picture, withSecret } from '#tests/builders/picture.ts'
import { blackPng } from '#tests/builders/png.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { checkCode, logIn, type SignedUp, signedUp } from './steps.ts'

const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')

onDatabase('pictures of the account form', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())

  const submit = ({ token }: SignedUp, form: FormData) => server.ask('/users/account', { method: 'POST', form, token })
  const accountOf = async ({ token }: SignedUp) => (await server.ask('/users/account', { token })).body.baseDTO
  const filesKept = () => readdir(join(server.filesDir, 'kyc')).catch((): string[] => [])

  test('are kept for us alone, encoded anew, without what was written into them', async () => {
    const user = await signedUp(server)
    const before = new Set(await filesKept())
    const image = withSecret(await picture(), 'taken at 35.7,51.4')
    await submit(user, await accountForm({ image }))
    const names = (await filesKept()).filter((name) => !before.has(name))
    expect(names).toHaveLength(3)
    for (const name of names) {
      const path = join(server.filesDir, 'kyc', name)
      expect(name).toMatch(/^[0-9a-f-]{36}\.jpg$/)
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      const bytes = await readFile(path)
      expect(bytes.includes(JPEG_BEGIN)).toBe(false)
      const picture = await readPicture(server.accounts, name)
      expect(picture?.subarray(0, 3)).toEqual(JPEG_BEGIN)
      expect(picture?.includes('taken at')).toBe(false)
    }
    expect((await stat(join(server.filesDir, 'kyc'))).mode & 0o777).toBe(0o700)
  })

  test('received before need not come again, and new ones take their place', async () => {
    const user = await signedUp(server)
    const person = iranianIdentity()
    await submit(user, await accountForm({}, person))
    const before = await filesKept()
    const again = { image: undefined, backImage: undefined, documentImage: undefined, city: 'کرج' }
    expect((await submit(user, await accountForm(again, person))).status).toBe(200)
    expect(await filesKept()).toEqual(before)
    expect(await accountOf(user)).toMatchObject({ city: 'کرج', image: true, backImage: true })
    await submit(user, await accountForm({ ...again, image: await picture({ width: 20 }) }, person))
    const after = await filesKept()
    expect(after).toHaveLength(before.length)
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1)
  })

  test('must be pictures', async () => {
    const user = await signedUp(server)
    const jpeg = await picture({ width: 300, height: 300 })
    const bomb = await picture({ format: 'png' })
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const wrong = [Buffer.from('<svg/>'), await picture({ format: 'webp' }), jpeg.subarray(0, 40), bomb]
    for (const backImage of wrong) {
      const { status, body } = await submit(user, await accountForm({ backImage }))
      expect({ status, code: body.code, field: body.field }).toEqual({
        status: 400,
        code: 'IMAGE_INVALID',
        field: 'backImage',
      })
    }
    const large = await submit(user, await accountForm({ image: Buffer.alloc(5 * 1024 * 1024 + 1, 1) }))
    expect(large.body.code).toBe('PAYLOAD_TOO_LARGE')
  })

  test('of ten forms at once are decoded one after the other, and a login of another user waits for none of them', async () => {
    const other = await signedUp(server)
    const bomb = blackPng({ width: 2_500, height: 2_500 })
    const crowd = await Promise.all(Array.from({ length: 10 }, () => signedUp(server)))
    const forms = await Promise.all(crowd.map(() => accountForm({ image: bomb, backImage: bomb, documentImage: bomb })))
    const order: string[] = []
    const submitted = crowd.map(async (user, index) => {
      const { status } = await submit(user, forms[index] ?? new FormData())
      order.push('form')
      return status
    })
    // The first form is being decoded; the others wait for it.
    while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await logIn(server, other.mobile)
    const { status } = await checkCode(server, other.mobile, { code: server.codeFor(other.mobile) })
    order.push('login')
    expect(await Promise.all(submitted)).toEqual(crowd.map(() => 200))
    expect(status).toBe(200)
    expect(order.indexOf('login')).toBeLessThan(6)
  })

  test('of one user are decoded in one form at a time: a second one meanwhile is refused, and may come later', async () => {
    const user = await signedUp(server)
    const person = iranianIdentity()
    const send = async () => submit(user, await accountForm({}, person))
    const gate = Promise.withResolvers<void>()
    const held = server.accounts.pictureDecoder.inTurn(-1, () => gate.promise)
    const both = [send(), send()]
    const refused = await Promise.race(both)
    expect(refused).toMatchObject({ status: 429, retryAfter: 10, body: { code: 'TOO_MANY_REQUESTS' } })
    gate.resolve()
    await held
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 429])
    expect((await send()).status).toBe(200)
  })

  test('of one form too many wait for nothing: it is refused with the time after which to try again', async () => {
    const user = await signedUp(server)
    const gate = Promise.withResolvers<void>()
    const { pictureDecoder } = server.accounts
    const held = Array.from({ length: 10 }, (_, index) => pictureDecoder.inTurn(-1 - index, () => gate.promise))
    const refused = await submit(user, await accountForm())
    expect(refused).toMatchObject({ status: 503, retryAfter: 10, body: { code: 'UNAVAILABLE' } })
    gate.resolve()
    await Promise.all(held)
    expect((await submit(user, await accountForm())).status).toBe(200)
  })
})
