import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFileBucket } from '#server/accounts/file-bucket.ts'
import { claimFiles } from '#server/accounts/files.ts'
import { keepPicture } from '#server/accounts/kept-pictures.ts'
import { sweepPictures } from '#server/accounts/sweep-pictures.ts'
import { createS3 } from '#server/providers/object-store/s3.ts'
import type { Database } from '#server/store/database.ts'
import { fileBucket } from '#tests/builders/file-homes.ts'
import { picture } from '#tests/builders/picture.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import type { S3Call, S3Fault } from '#tests/setup/s3/s3-sandbox.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

const AWAY = { status: 503, code: 'ServiceUnavailable' }

onDatabase('a bucket of sealed files', (open) => {
  let home: Awaited<ReturnType<typeof fileBucket>>
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    home = await fileBucket()
    database = await open()
    server = await startAccountServer(database, { files: home.files, limits: { codesPerAddressMax: 1_000 } })
  })
  beforeEach(() => {
    home.sandbox.faultOf = () => undefined
    home.sandbox.knowsConditions = true
    home.sandbox.objects.clear()
    home.sandbox.calls.length = 0
  })
  afterAll(async () => {
    await server.close()
    await home.close()
  })

  const submit = async ({ token }: SignedUp, form: Promise<FormData> = accountForm()) =>
    server.ask('/users/account', { method: 'POST', form: await form, token })
  /** The store is away for calls like this. */
  const awayFor = (isMet: (call: S3Call) => boolean, fault: S3Fault = AWAY) => {
    home.sandbox.faultOf = (call) => (isMet(call) ? fault : undefined)
  }
  const isFirstPhoto = (key: string) => home.sandbox.calls.find((call) => call.key.includes('/kyc/'))?.key === key
  const sweepAfterHours = (hours: number) => {
    const now = () => new Date(Date.now() + hours * 3_600_000)
    return sweepPictures({ ...server.accounts, now })
  }

  test('that is away refuses the form as UNAVAILABLE, stores nothing of it, and takes it once it is back', async () => {
    const user = await signedUp(server)
    awayFor(() => true)
    expect(await submit(user)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(home.sandbox.objects.size).toBe(0)
    home.sandbox.faultOf = () => undefined
    expect((await submit(user)).status).toBe(200)
    expect(await home.names('kyc')).toHaveLength(3)
  })

  test('that goes away in the middle of a form keeps none of its photos in use', async () => {
    const user = await signedUp(server)
    awayFor(({ method, key }) => method === 'PUT' && key.includes('/kyc/') && !isFirstPhoto(key))
    expect(await submit(user)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await home.names('kyc')).toEqual([])
    expect(await home.names('bin')).toHaveLength(1)
  })

  test('that was away for many uploads leaves marks without files, which stop no sweep', async () => {
    awayFor(({ method, key }) => method === 'PUT' && key.includes('/kyc/'), { status: 403, code: 'AccessDenied' })
    for (let index = 0; index < 9; index += 1)
      await expect(keepPicture(server.accounts, await picture())).rejects.toThrow('AccessDenied')
    home.sandbox.faultOf = () => undefined
    expect(await home.names('new')).toHaveLength(9)
    const alarms = server.alarms.length
    await sweepAfterHours(2)
    expect(await home.names('new')).toEqual([])
    expect(server.alarms).toHaveLength(alarms)
  })

  test('that is away while photos are replaced changes no row: the former ones are shown still', async () => {
    const user = await signedUp(server)
    expect((await submit(user)).status).toBe(200)
    const before = await home.names('kyc')
    awayFor(({ method, key }) => method === 'PUT' && key.includes('/bin/'))
    expect(await submit(user)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    home.sandbox.faultOf = () => undefined
    expect(await home.names('kyc')).toEqual(expect.arrayContaining(before))
    const shown = await fetch(`${server.url}/api/users/documents/image`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(shown.status).toBe(200)
    awayFor(() => true)
    expect(await server.ask('/users/documents/image', { token: user.token })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    })
  })

  test('that was away between the two steps of a move has the file in one place after the next sweep', async () => {
    const user = await signedUp(server)
    await submit(user)
    const kept = await home.names('kyc')
    const orphan = await keepPicture(server.accounts, await picture())
    awayFor(({ method }) => method === 'DELETE')
    await expect(home.files.bin([...kept, orphan], new Date())).rejects.toThrow('SERVER_ERROR')
    home.sandbox.faultOf = () => undefined
    expect(await home.names('kyc')).toHaveLength(4)
    await sweepAfterHours(0)
    // The store carries out a removal of the move only now.
    for (const name of kept) home.sandbox.objects.delete(`exchange/kyc/${name}`)
    await sweepAfterHours(2)
    expect(await home.names('kyc')).toEqual(kept)
    expect((await home.files.list('bin')).map(({ name }) => name)).toEqual([orphan])
    await sweepAfterHours(2 + 31 * 24)
    expect(await home.names('bin')).toEqual([])
  })

  test('does not take older bytes out of the bin for a file that is in use', async () => {
    const name = await keepPicture(server.accounts, await picture())
    awayFor(({ method }) => method === 'DELETE')
    await expect(home.files.bin([name], new Date())).rejects.toThrow('SERVER_ERROR')
    home.sandbox.faultOf = () => undefined
    await home.files.replace({ name, place: 'kyc' }, Buffer.from('sealed anew'))
    await home.files.restore([name], new Date())
    expect(`${await home.stored(name)}`).toBe('sealed anew')
  })

  test('does not bring back a file that is moved in the middle of its sealing', async () => {
    const name = await keepPicture(server.accounts, await picture())
    home.sandbox.faultOf = ({ method, key }) => {
      if (method === 'PUT') home.sandbox.objects.delete(key)
      return undefined
    }
    await home.files.replace({ name, place: 'kyc' }, Buffer.from('sealed anew'))
    expect(await home.names('kyc')).toEqual([])
  })

  test('whose conditions mean nothing is refused before it is claimed', async () => {
    home.sandbox.knowsConditions = false
    await expect(claimFiles(server.accounts)).rejects.toThrow('ignores the conditions of writes')
    expect(await home.files.readOwner()).toBeUndefined()
  })

  test('is claimed by one of two databases that start at once, for all processes of that one', async () => {
    const other = await open()
    // The databases of tests are copies of one.
    await other.query('update installation set id = gen_random_uuid()')
    const starts = [database, other, database, other].map((one) => ({ database: one, files: home.files }))
    const claims = await Promise.allSettled(starts.map(claimFiles))
    const claimed = starts.filter((_, index) => claims[index]?.status === 'fulfilled').map((start) => start.database)
    expect(claimed).toHaveLength(2)
    expect(new Set(claimed).size).toBe(1)
    const loser = claimed[0] === database ? other : database
    const { sandbox } = home
    const store = createS3({ ...sandbox.settings, timeoutMs: 5_000, deadlineMs: 10_000 }, () => undefined)
    const beside = openFileBucket({ store, prefix: 'another/', name: sandbox.bucket })
    await expect(claimFiles({ database: loser, files: beside })).resolves.toBeUndefined()
  })
})
