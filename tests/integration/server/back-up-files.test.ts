import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimFiles } from '#server/accounts/files.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { fileBucket, settingsOfBucket } from '#tests/builders/file-homes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const BINNED_AT = new Date('2026-10-30T08:00:00Z')

type Home = Awaited<ReturnType<typeof fileBucket>>

onDatabase('a back-up of files in a bucket', (_open, place) => {
  let scratch: string
  let from: Home
  let to: Home
  let folder: string
  let databaseUrl: string | undefined
  let source: object
  const made: string[] = []

  /** `npm run backup` or `npm run restore`, as a person runs it. */
  const command = (
    name: 'backup' | 'restore',
    settings: object,
    at = folder,
  ): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const words = ['src/scripts/run.mjs', `src/server/${name}.ts`, at]
      execFile(process.execPath, words, { env: { ...process.env, ...settings } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
      )
    })

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'kimia-back-up-'))
    folder = join(scratch, 'back-up')
    from = await fileBucket()
    to = await fileBucket()
    const settings = await place()
    databaseUrl = settings.databaseUrl
    const database = await openDatabase(settings)
    await claimFiles({ database, files: from.files })
    await database.close()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await from.files.put(`${name}.jpg`, Buffer.from(`sealed ${name}`))
    await from.files.bin(['a.jpg', 'b.jpg'], BINNED_AT)
    await from.files.remove(['c.jpg', 'd.jpg', 'e.jpg'], 'new')
    source = { DATA_DIR: databaseUrl ? join(scratch, 'data') : settings.dataDir, DATABASE_URL: databaseUrl ?? '' }
    const run = await command('backup', { ...source, ...settingsOfBucket(from) })
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining(folder) })
  })
  afterAll(async () => {
    await Promise.all([from.close(), to.close()])
    await rm(scratch, { recursive: true, force: true })
    for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
  })

  async function onServer(sql: string): Promise<void> {
    const client = new Client({ connectionString: process.env.TEST_DATABASE_URL })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  /** An empty database, and a data folder that does not exist yet. */
  async function emptyPlace() {
    const DATA_DIR = join(scratch, `restored-${made.length}`)
    const name = `kimia_restore_files_${process.pid}_${made.length}`
    made.push(name)
    if (!databaseUrl) return { DATA_DIR, DATABASE_URL: '' }
    await onServer(`create database ${name}`)
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
    return { DATA_DIR, DATABASE_URL: url.href }
  }

  test('has each of them with its hash', async () => {
    const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    const sealed = Object.keys(files).filter((path) => path.startsWith('files/'))
    const inUse = ['c', 'd', 'e', 'f'].map((name) => `files/kyc/${name}.jpg`)
    expect(sealed.toSorted()).toEqual(['files/bin/a.jpg', 'files/bin/b.jpg', ...inUse, 'files/new/f.jpg'].toSorted())
    expect(await readFile(join(folder, 'files/kyc/c.jpg'), 'utf8')).toBe('sealed c')
  })

  test('is not restored over files that are there, before anything is changed', async () => {
    const there = await fileBucket()
    await there.files.put('z.jpg', Buffer.from('of somebody'))
    const empty = await emptyPlace()
    const run = await command('restore', { ...empty, ...settingsOfBucket(there) })
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('is not empty: choose another FILES_S3') })
    expect(await there.names('kyc')).toEqual(['z.jpg'])
    await there.close()
    // The same database is still empty for the right bucket.
    expect(await command('restore', { ...empty, ...settingsOfBucket(to) })).toMatchObject({ code: 0 })
    expect(await to.names('kyc')).toEqual(['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'])
    expect(await to.names('new')).toEqual(['f.jpg'])
    expect(await to.files.list('bin')).toEqual(['a.jpg', 'b.jpg'].map((name) => ({ name, at: BINNED_AT })))
    for (const name of ['c', 'd', 'e', 'f']) expect(`${await to.stored(`${name}.jpg`)}`).toBe(`sealed ${name}`)
    expect(`${await to.stored('b.jpg', 'bin')}`).toBe('sealed b')
  })

  test('is not restored from a file that was changed', async () => {
    const path = join(folder, 'files/kyc/c.jpg')
    await writeFile(path, 'sealed x')
    const run = await command('restore', { ...(await emptyPlace()), ...settingsOfBucket(to) })
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('the first is files/kyc/c.jpg') })
    await writeFile(path, 'sealed c')
  })

  test('is none if the store goes away in the middle: it has no manifest', async () => {
    from.sandbox.faultOf = ({ key }) => (key.endsWith('kyc/e.jpg') ? 'change a byte' : undefined)
    const half = join(scratch, 'half')
    const run = await command('backup', { ...source, ...settingsOfBucket(from) }, half)
    from.sandbox.faultOf = () => undefined
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('MALFORMED_REPLY') })
    expect(await readdir(half)).not.toContain('manifest.json')
    expect(await command('restore', { ...(await emptyPlace()), ...settingsOfBucket(to) }, half)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is no back-up'),
    })
  })
})
