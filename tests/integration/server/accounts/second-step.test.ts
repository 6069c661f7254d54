import { hash, randomBytes } from 'node:crypto'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTotp, redeemRecoveryCode, renewRecoveryCodes, totpContext } from '#server/accounts/second-step.ts'
import { countRecoveryCodes } from '#server/store/accounts/one-time-codes.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

onDatabase('the second step', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())

  const newUser = async () => {
    const { token } = await signedUp(server)
    const caller = await server.accounts.sessions.findCaller(token)
    if (!caller) throw new Error('the session is not there')
    return caller.userId
  }

  describe('an authenticator', () => {
    /** The middle of a time step of thirty seconds. */
    const at = new Date('2026-11-20T10:00:15Z')
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
    const userWithAuthenticator = async () => {
      const userId = await newUser()
      const secret = randomBytes(20)
      await database.query('update users set totp_secret = $2 where id = $1', [
        userId,
        server.accounts.sealer.seal(secret, totpContext(userId)),
      ])
      const codeOf = (time: Date) => generateSync({ secret, epoch: time.getTime() / 1_000 })
      const check = (code: string, time: Date) =>
        database.transaction((tx) => checkTotp(tx, { accounts: server.accounts, userId, code, at: time }))
      return { userId, codeOf, check }
    }

    test('is right with its present code, and with those of the steps beside it', async () => {
      for (const seconds of [-30, 0, 30]) {
        const { codeOf, check } = await userWithAuthenticator()
        expect(await check(codeOf(later(seconds)), at)).toBe(true)
      }
      for (const seconds of [-60, 60]) {
        const { codeOf, check } = await userWithAuthenticator()
        expect(await check(codeOf(later(seconds)), at)).toBe(false)
      }
    })

    test('takes each code once, and none from before it; also where the same one comes twice at once', async () => {
      const { codeOf, check } = await userWithAuthenticator()
      const code = codeOf(at)
      const both = await Promise.all([check(code, at), check(code, at)])
      expect(both.toSorted()).toEqual([false, true])
      expect(await check(code, later(10))).toBe(false)
      expect(await check(codeOf(later(-30)), at)).toBe(false)
      expect(await check(codeOf(later(30)), later(30))).toBe(true)
    })

    test('takes Persian digits, and refuses what is no code without falling over it', async () => {
      const { codeOf, check } = await userWithAuthenticator()
      for (const text of ['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])
        expect(await check(text, at)).toBe(false)
      const persian = codeOf(at).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
      expect(await check(persian, at)).toBe(true)
    })

    test('refuses where the clock has gone back behind the last code', async () => {
      const { codeOf, check } = await userWithAuthenticator()
      expect(await check(codeOf(later(600)), later(600))).toBe(true)
      expect(await check(codeOf(at), at)).toBe(false)
    })

    test('is never right where there is none', async () => {
      const userId = await newUser()
      const check = (code: string) =>
        database.transaction((tx) => checkTotp(tx, { accounts: server.accounts, userId, code, at }))
      expect(await check('000000')).toBe(false)
    })
  })

  describe('recovery codes', () => {
    const at = new Date('2026-11-20T10:00:00Z')
    const renew = (userId: number) =>
      database.transaction((tx) => renewRecoveryCodes(tx, { sealer: server.accounts.sealer, userId, at }))
    const take = (userId: number, code: string) =>
      database.transaction(
        async (tx) => (await redeemRecoveryCode(tx, { accounts: server.accounts, userId, code, at })) !== undefined,
      )
    const noticesOf = (userId: number) =>
      database.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [userId])

    test('are ten in groups, each works once, and the user is told of its use', async () => {
      const userId = await newUser()
      const codes = await renew(userId)
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
      const [first = '', second = ''] = codes
      const both = await Promise.all([take(userId, first), take(userId, first)])
      expect(both.toSorted()).toEqual([false, true])
      expect(await take(userId, first)).toBe(false)
      expect(await noticesOf(userId)).toEqual([{ kind: 'RECOVERY_CODE_USED' }])
      expect(await take(userId, second)).toBe(true)
      expect(await countRecoveryCodes(database, userId)).toBe(8)
    })

    test('are taken as people type them', async () => {
      const userId = await newUser()
      const [code = ''] = await renew(userId)
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
      expect(
        await take(
          userId,
          typed.replace(/[2-9]/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))),
        ),
      ).toBe(true)
    })

    test('belong to one user, and new ones replace the old', async () => {
      const [userId, other] = [await newUser(), await newUser()]
      const [code = ''] = await renew(userId)
      expect(await take(other, code)).toBe(false)
      await renew(userId)
      expect(await take(userId, code)).toBe(false)
    })

    test('are nowhere in the database as they were shown', async () => {
      const userId = await newUser()
      const codes = await renew(userId)
      const rows = await database.query<{ code_hash: Uint8Array }>(
        'select code_hash from recovery_codes where user_id = $1',
        [userId],
      )
      expect(rows).toHaveLength(10)
      const kept = rows.map(({ code_hash }) => Buffer.from(code_hash).toString('latin1')).join()
      for (const code of codes) expect(kept).not.toContain(code.slice(0, 4))
      // Nor are they stored as a hash that anybody with the database alone could compute.
      const guesses = codes.map((code) => hash('sha256', `recovery:${userId}:${code.replaceAll('-', '')}`, 'hex'))
      const hex = rows.map(({ code_hash }) => Buffer.from(code_hash).toString('hex'))
      expect(hex.filter((kept) => guesses.includes(kept))).toEqual([])
    })
  })
})
