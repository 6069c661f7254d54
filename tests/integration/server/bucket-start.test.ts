import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClaimedFiles } from '#server/compose/files.ts'
import { openDatabase, readInstallationId } from '#server/store/open-database.ts'
import { fileBucket, settingsOfBucket } from '#tests/builders/file-homes.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

const configOf = ({ sandbox }: Awaited<ReturnType<typeof fileBucket>>) => {
  const s3 = { ...sandbox.settings, timeoutMs: 5_000, deadlineMs: 10_000 }
  return { dataDir: 'unused', files: { kind: 's3' as const, prefix: 'exchange/', s3 } }
}

onDatabase('a server whose files are in a bucket', (open, place) => {
  let home: Awaited<ReturnType<typeof fileBucket>>
  beforeAll(async () => {
    home = await fileBucket()
  })
  afterAll(() => home.close())

  test('takes it for its database, and a server of another database refuses to start', async () => {
    const own = await place()
    const server = await startServerProcess(own, settingsOfBucket(home))
    await server.stop()
    const database = await openDatabase(own)
    const [installation] = await database.query<{ id: string }>('select id from installation')
    const leases = await database.query<{ name: string }>(
      "select name from job_leases where name in ('seal documents', 'sweep documents')",
    )
    await database.close()
    expect(await home.files.readOwner()).toBe(installation?.id)
    // Of all processes that share the bucket, one seals its files anew, and one sweeps them.
    expect(leases).toHaveLength(2)
    await home.giveToAnother()
    await expect(startServerProcess(await place(), settingsOfBucket(home))).rejects.toThrow(
      'the bucket kimia-files belongs to another database, with 0 pictures of documents. Give this database a FILES_S3_PREFIX of its own',
    )
  })

  test('starts while the store is away, and claims it once it is back', async () => {
    home.sandbox.objects.clear()
    home.sandbox.faultOf = () => ({ status: 503, code: 'ServiceUnavailable' })
    const database = await open()
    const faults: (string | undefined)[] = []
    const files = await openClaimedFiles(configOf(home), database, (fault) => void faults.push(fault?.fault))
    await expect(files.put('a.jpg', Buffer.from('sealed'))).rejects.toThrow('SERVER_ERROR')
    expect(faults).toEqual(['SERVER_ERROR', 'SERVER_ERROR'])
    home.sandbox.faultOf = () => undefined
    await files.put('a.jpg', Buffer.from('sealed'))
    expect(await home.files.readOwner()).toBe(await readInstallationId(database))
    expect(await home.names('kyc')).toEqual(['a.jpg'])
  })

  test('does not use a bucket of another database that comes back', async () => {
    await home.giveToAnother()
    home.sandbox.faultOf = () => ({ status: 503, code: 'ServiceUnavailable' })
    const files = await openClaimedFiles(configOf(home), await open(), () => undefined)
    home.sandbox.faultOf = () => undefined
    const before = [...home.sandbox.objects.keys()]
    await expect(files.put('b.jpg', Buffer.from('sealed'))).rejects.toThrow('belongs to another database')
    await expect(files.list('bin')).rejects.toThrow('belongs to another database')
    expect([...home.sandbox.objects.keys()]).toEqual(before)
  })

  test('does not start while the store refuses its key, and says why in the words of the store', async () => {
    const settings = { ...settingsOfBucket(home), FILES_S3_SECRET: 'another-secret' }
    await expect(startServerProcess(await place(), settings)).rejects.toThrow('SignatureDoesNotMatch')
  })
})
