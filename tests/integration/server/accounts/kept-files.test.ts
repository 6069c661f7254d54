import { expect, test } from 'vitest'
import { copyFiles, demandNoFiles } from '#server/accounts/copy-files.ts'
import { claimFiles } from '#server/accounts/files.ts'
import { keepPicture } from '#server/accounts/kept-pictures.ts'
import { sweepPictures } from '#server/accounts/sweep-pictures.ts'
import { FILE_HOMES, type FileHome, fileBucket, fileFolder } from '#tests/builders/file-homes.ts'
import { picture } from '#tests/builders/picture.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

const HOUR_MS = 3_600_000

for (const [kind, open] of FILE_HOMES)
  onDatabase(`sealed files in ${kind}`, (openDatabase) => {
    /** A server with its files in a home of their own, for one test. */
    async function withHome(work: (home: FileHome, server: AccountServer) => Promise<void>): Promise<void> {
      const home = await open()
      const server = await startAccountServer(await openDatabase(), { files: home.files })
      try {
        await work(home, server)
      } finally {
        await server.close()
        await home.close()
      }
    }
    const hoursOf = (server: AccountServer) => {
      const start = server.accounts.now().getTime()
      return (hours: number) => new Date(start + hours * HOUR_MS)
    }
    async function submitForm(server: AccountServer): Promise<void> {
      const { token } = await signedUp(server)
      const { status } = await server.ask('/users/account', { method: 'POST', form: await accountForm(), token })
      expect(status).toBe(200)
    }
    const sweepAt = (server: AccountServer, at: Date) => sweepPictures({ ...server.accounts, now: () => at })

    test('go an hour after a killed submission left them; those of a user stay', () =>
      withHome(async (home, server) => {
        const at = hoursOf(server)
        await submitForm(server)
        const before = await home.names('kyc')
        const orphan = await keepPicture(server.accounts, await picture())
        for (const name of [...before, orphan]) await home.age(name, at(0))
        await sweepAt(server, at(0.9))
        expect(await home.names('kyc')).toHaveLength(before.length + 1)
        await sweepAt(server, at(1.1))
        expect(await home.names('kyc')).toEqual(before)
        expect(await home.names('bin')).toEqual([orphan])
      }))

    test('are looked at once: the sweep of an hour reads none of those before it', () =>
      withHome(async (home, server) => {
        const at = hoursOf(server)
        await submitForm(server)
        expect(await home.names('new')).toHaveLength(3)
        const kept = await home.names('kyc')
        for (const name of kept) await home.age(name, new Date(0))
        await sweepAt(server, at(2))
        expect(await home.names('new')).toEqual([])
        expect(await home.names('kyc')).toEqual(kept)
      }))

    test('that nothing names lie in a bin for thirty days, and return when a restored database names them', () =>
      withHome(async (home, server) => {
        const at = hoursOf(server)
        await submitForm(server)
        const [own = ''] = await home.names('kyc')
        const orphan = await keepPicture(server.accounts, await picture())
        const kept = await home.names('kyc')
        for (const name of kept) await home.age(name, at(0))
        const before = await home.stored(own)
        await home.files.bin([own], at(1))
        await sweepAt(server, at(2))
        expect((await home.names('kyc')).toSorted()).toEqual(kept.filter((name) => name !== orphan).toSorted())
        expect(await home.stored(own)).toEqual(before)
        expect(await home.files.list('bin')).toEqual([{ name: orphan, at: at(2) }])
        await sweepAt(server, at(2 + 30 * 24))
        expect(await home.names('bin')).toEqual([orphan])
        await sweepAt(server, at(2.1 + 30 * 24))
        expect(await home.names('bin')).toEqual([])
      }))

    test('of another database are all left where they are, and a person is called', () =>
      withHome(async (home, server) => {
        const at = hoursOf(server)
        const orphans = []
        for (let index = 0; index < 9; index += 1) orphans.push(await keepPicture(server.accounts, await picture()))
        for (const name of orphans) await home.age(name, new Date(0))
        await sweepAt(server, at(2))
        expect((await home.names('kyc')).toSorted()).toEqual(orphans.toSorted())
        expect(server.alarms).toEqual([expect.stringContaining('none is removed')])
      }))

    test('are not handed to another database', () =>
      withHome(async (home, server) => {
        await claimFiles(server.accounts)
        await keepPicture(server.accounts, await picture())
        await claimFiles(server.accounts)
        await home.giveToAnother()
        await expect(claimFiles(server.accounts)).rejects.toThrow(/belongs to another database, with 1 pictures/)
        expect(await home.files.readOwner()).toBe('another')
      }))

    for (const [other, openOther] of FILE_HOMES)
      test(`are copied to ${other} with their places and the times of the bin, and not over others`, async () => {
        const [from, to] = [await open(), await openOther()]
        const names = Array.from({ length: 11 }, (_, index) => `${String(index).padStart(2, '0')}.jpg`)
        for (const name of names) await from.files.put(name, Buffer.from(`sealed ${name}`))
        const binned = new Date('2026-10-30T00:00:00.500Z')
        await from.files.bin(names.slice(0, 3), binned)
        await from.files.remove(names.slice(3, 6), 'new')
        await demandNoFiles(to.files)
        await copyFiles(from.files, to.files)
        expect(await to.names('kyc')).toEqual(names.slice(3))
        expect(await to.names('new')).toEqual(names.slice(6))
        expect(await to.files.list('bin')).toEqual(names.slice(0, 3).map((name) => ({ name, at: binned })))
        for (const name of names.slice(3)) expect(`${await to.stored(name)}`).toBe(`sealed ${name}`)
        expect(`${await to.stored('02.jpg', 'bin')}`).toBe('sealed 02.jpg')
        await expect(demandNoFiles(to.files)).rejects.toThrow('is not empty')
        await Promise.all([from.close(), to.close()])
      })
  })

onDatabase('an empty home that belongs to another database', (open) => {
  test('is taken if it is a folder, and refused if it is a bucket, which that database may be using', async () => {
    const database = await open()
    const [folder, bucket] = [await fileFolder(), await fileBucket()]
    for (const home of [folder, bucket]) {
      await claimFiles({ database, files: home.files })
      await home.giveToAnother()
    }
    await claimFiles({ database, files: folder.files })
    await expect(claimFiles({ database, files: bucket.files })).rejects.toThrow(/belongs to another database/)
    expect(await folder.files.readOwner()).not.toBe('another')
    expect(await bucket.files.readOwner()).toBe('another')
    await Promise.all([folder.close(), bucket.close()])
  })
})
