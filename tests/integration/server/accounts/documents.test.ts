import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDocuments, readDocument } from '#server/accounts/documents.ts'
import { readPicture } from '#server/accounts/kept-pictures.ts'
import { sweepPictures } from '#server/accounts/sweep-pictures.ts'
import { readIdentity } from '#server/store/accounts/identities.ts'
import { createSupervisor, findOwner } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { picture } from '#tests/builders/picture.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

const JPEG_BEGIN = 'ffd8ff'
const FRESH_SECONDS = 10 * 60

onDatabase('documents of a person', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())

  /** A user whose form and photos are stored. */
  async function withDocuments() {
    const user = await signedUp(server)
    const form = await accountForm({ image: await picture({ width: 40 }), backImage: await picture({ width: 50 }) })
    const { status } = await server.ask('/users/account', { method: 'POST', form, token: user.token })
    expect(status).toBe(200)
    const userId = (await findOwner(database, { mobile: user.mobile })) ?? 0
    return { ...user, userId }
  }
  const view = (name: string, { token }: Partial<SignedUp>) =>
    fetch(`${server.url}/api/users/documents/${name}`, {
      headers: { 'user-agent': 'Firefox 130', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
  const eventsOf = (userId: number) =>
    database.query<{ kind: string; operator_id: bigint | null; device: string; details: string }>(
      `select kind, operator_id, device, details from audit_log where user_id = $1 and kind like 'DOCUMENT%' order by id`,
      [userId],
    )
  const refusalOf = async (reply: Response) => ({ status: reply.status, ...(await reply.json()) })

  test('are shown to their owner as what they are, kept nowhere and run nowhere, and each view is in the audit log', async () => {
    const user = await withDocuments()
    for (const name of ['image', 'backImage', 'documentImage']) {
      const reply = await view(name, user)
      expect(reply.status).toBe(200)
      expect(Buffer.from(await reply.arrayBuffer()).toString('hex', 0, 3)).toBe(JPEG_BEGIN)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="${name}.jpg"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
    expect(await eventsOf(user.userId)).toEqual(
      ['image', 'backImage', 'documentImage'].map((document) => ({
        kind: 'DOCUMENT_VIEWED',
        operator_id: null,
        device: 'Firefox 130',
        details: JSON.stringify({ document }),
      })),
    )
  })

  test('are shown to nobody else, and to their owner only after a proof of the last ten minutes', async () => {
    const user = await withDocuments()
    expect(await refusalOf(await view('image', {}))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const other = await signedUp(server)
    expect(await refusalOf(await view('image', other))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await refusalOf(await view('signature', user))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    server.pass({ seconds: FRESH_SECONDS + 1 })
    expect(await refusalOf(await view('image', user))).toMatchObject({ status: 403, code: 'PROOF_REQUIRED' })
    expect(await eventsOf(user.userId)).toEqual([])
  })

  test('are shown to an operator under the name of the operator', async () => {
    const user = await withDocuments()
    const operatorId = await createSupervisor(database, { systemName: `operator-${user.userId}`, at: new Date() })
    const viewer = { operatorId, ip: '10.0.0.1', device: 'Chrome' }
    const shown = await readDocument(server.accounts, { userId: user.userId, name: 'backImage', viewer })
    expect(shown instanceof Buffer && shown.toString('hex', 0, 3)).toBe(JPEG_BEGIN)
    expect(await eventsOf(user.userId)).toMatchObject([{ kind: 'DOCUMENT_VIEWED', operator_id: BigInt(operatorId) }])
    const stranger = await readDocument(server.accounts, { userId: 1, name: 'image', viewer })
    expect(stranger).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are deleted by an operator with a reason: into the bin, and what was proven stays proven', async () => {
    const user = await withDocuments()
    const { userId } = user
    await database.query(`update users set verification = 'AUTHORIZED' where id = $1`, [userId])
    const names = Object.values((await readIdentity(database, userId))?.pictures ?? {}).flatMap((name) => name ?? [])
    const operatorId = await createSupervisor(database, { systemName: `operator-${userId}`, at: new Date() })
    const deletion = { userId, operatorId, reason: 'asked for by letter', ip: '10.0.0.1', device: 'Chrome' }
    expect(await deleteDocuments(server.accounts, deletion)).toBeUndefined()
    expect(await refusalOf(await view('image', user))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await readdir(join(server.filesDir, 'bin'))).toEqual(expect.arrayContaining(names))
    for (const name of names) expect(await readPicture(server.accounts, name)).toBeUndefined()
    const account = await server.ask('/users/account', { token: user.token })
    expect(account.body.baseDTO).toMatchObject({
      authenticationType: 'AUTHORIZED',
      firstName: 'مینا',
      image: false,
      backImage: false,
      documentImage: false,
    })
    expect(await eventsOf(userId)).toMatchObject([
      { kind: 'DOCUMENTS_DELETED', details: JSON.stringify({ reason: 'asked for by letter', photos: 3 }) },
    ])
    expect(await deleteDocuments(server.accounts, deletion)).toMatchObject({ code: 'NOT_FOUND' })
    await sweepPictures(server.accounts)
    expect(await readdir(join(server.filesDir, 'kyc'))).not.toEqual(expect.arrayContaining(names))
  })

  test('stay where they are when their deletion fails', async () => {
    const { userId, token } = await withDocuments()
    const broken = { userId, operatorId: -999, reason: 'nobody', ip: '10.0.0.1', device: 'Chrome' }
    await expect(deleteDocuments(server.accounts, broken)).rejects.toThrow()
    await sweepPictures(server.accounts)
    expect((await view('image', { token })).status).toBe(200)
  })

  test('that were deleted are asked for again with the next form', async () => {
    const user = await withDocuments()
    const deletion = {
      userId: user.userId,
      operatorId: user.userId,
      reason: 'wrong photos',
      ip: '10.0.0.1',
      device: 'Chrome',
    }
    await deleteDocuments(server.accounts, deletion)
    const send = async (photos: object) =>
      server.ask('/users/account', { method: 'POST', form: await accountForm({ ...photos }), token: user.token })
    expect((await send({ image: undefined })).body).toMatchObject({ code: 'BAD_REQUEST', field: 'image' })
    expect((await send({})).status).toBe(200)
    expect((await view('image', user)).status).toBe(200)
  })
})
