import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOf } from '#server/accounts/api-keys/api-keys.ts'
import { checkSealedSecrets, sealSecrets } from '#server/accounts/seal-secrets.ts'
import { createSealer, type Sealer } from '#server/accounts/sealer.ts'
import { checkTotp, totpContext } from '#server/accounts/second-step.ts'
import { openSealer } from '#server/compose/key-file.ts'
import type { Database } from '#server/store/database.ts'
import { readSealed, replaceSealed } from '#server/store/sealed-columns.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { scratch } from '#tests/setup/scratch.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { codeOfLink, sendVerificationCode, userIdOf, withAuthenticator } from './security-steps.ts'
import { signedUp } from './steps.ts'

/** The key of the test's server, and its successor. */
const OLD = { id: 1, key: Buffer.alloc(32, 7) }
const NEW = { id: 2, key: Buffer.alloc(32, 9) }
const [BEFORE, ROTATED, AFTER] = [createSealer([OLD]), createSealer([NEW, OLD]), createSealer([NEW])]
const STAY = new AbortController().signal
/** More keys than one read returns. */
const KEYS = 450

eachDatabase('secrets in the database, at a new key', (open) => {
  let database: Database
  let server: AccountServer
  let errors: object[]
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
  })
  afterAll(() => server.close())

  const seal = async (sealer: Sealer, stopping = STAY) => {
    errors = []
    const log = { error: (details: object) => void errors.push(details) }
    await sealSecrets({ database, sealer, log }, stopping)
  }
  const isRight = (userId: number, link: unknown, sealer: Sealer) => {
    const at = server.accounts.now()
    return database.transaction((tx) =>
      checkTotp(tx, { accounts: { sealer }, userId, code: codeOfLink(server, link), at }),
    )
  }
  const keyHashOf = (key: number) => hash('sha256', `key-${key}`, 'hex')
  const insertKeys = async (userId: number) => {
    for (let key = 0; key < KEYS; key += 1) {
      const secret = BEFORE.seal(Buffer.from(`secret-${key}`), contextOf(keyHashOf(key)))
      await database.query(
        `insert into api_keys (user_id, name, key_hash, prefix, secret, rights, addresses, created_at)
          values ($1, 'bot', decode($2, 'hex'), 'kmk_', $3, '{read}', '{}', $4)`,
        [userId, keyHashOf(key), secret, server.accounts.now()],
      )
    }
  }

  test('bar the start where the keys open none of them, and neither an empty database nor one damaged row does', async () => {
    await checkSealedSecrets(database, AFTER)
    const { token } = await signedUp(server)
    await withAuthenticator(server, token)
    await checkSealedSecrets(database, BEFORE)
    await checkSealedSecrets(database, ROTATED)
    const other = createSealer([{ id: 1, key: Buffer.alloc(32, 3) }])
    for (const wrong of [AFTER, other])
      await expect(checkSealedSecrets(database, wrong)).rejects.toThrow(/ENCRYPTION_KEYS/)
    // A refused start must leave no key of its own next to the data: the next start would take it for the right one.
    const dataDir = await mkdtemp(join(scratch(), 'kimia-keys-'))
    try {
      const config = { encryptionKeys: undefined, dataDir }
      await expect(openSealer(config, database)).rejects.toThrow(/encryption-key/)
      expect(await readdir(dataDir)).toEqual([])
      await database.query('update users set totp_secret = null, two_step = $1', ['SMS'])
      const sealed = (await openSealer(config, database)).seal(Buffer.from('a secret'), 'test')
      expect(Buffer.from(await readFile(join(dataDir, 'encryption-key'), 'utf8'), 'base64')).toHaveLength(32)
      expect((await openSealer(config, database)).open(sealed, 'test').toString()).toBe('a secret')
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('are sealed anew, one and all, and open without the old one', async () => {
    const { token } = await signedUp(server)
    const userId = await userIdOf(server, token)
    const { link } = await withAuthenticator(server, token)
    const begun = await signedUp(server)
    await sendVerificationCode(server, begun.token, 'GOOGLE_AUTHENTICATOR')
    await insertKeys(userId)
    server.pass({ seconds: 60 })

    await seal(AFTER)
    expect(errors).toEqual([{ secrets: KEYS + 2 }])
    const aborted = new AbortController()
    aborted.abort()
    await seal(ROTATED, aborted.signal)
    await expect(isRight(userId, link, AFTER)).rejects.toThrow('no key opens')

    await seal(ROTATED)
    expect(errors).toEqual([])
    expect(await isRight(userId, link, AFTER)).toBe(true)
    const rows = await database.query<{ key_hash: Uint8Array; secret: Uint8Array }>(
      'select * from api_keys order by id',
    )
    expect(
      rows.map((row) => AFTER.open(row.secret, contextOf(Buffer.from(row.key_hash).toString('hex'))).toString()),
    ).toEqual(Array.from({ length: KEYS }, (_, key) => `secret-${key}`))
    const [change] = await readSealed(database, { column: 'totpChange', after: 0, max: 10 })
    expect(AFTER.open(change?.sealed ?? new Uint8Array(), totpContext(change?.id ?? 0))).toHaveLength(20)
  })

  test('that are changed in the same moment keep the change', async () => {
    const { token } = await signedUp(server)
    await withAuthenticator(server, token)
    const userId = await userIdOf(server, token)
    const [row] = await readSealed(database, { column: 'totp', after: userId - 1, max: 1 })
    if (row?.id !== userId) throw new Error('the authenticator is not there')
    const { link } = await withAuthenticator(server, token)
    await replaceSealed(database, { column: 'totp', row, sealed: ROTATED.seal(Buffer.from('the former'), 'totp') })
    server.pass({ seconds: 60 })
    expect(await isRight(userId, link, BEFORE)).toBe(true)
  })
})
