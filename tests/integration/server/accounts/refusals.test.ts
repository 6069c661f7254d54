import { expect, test } from 'vitest'
import { appendRefusals, countRefusal, countRefusedCall } from '#server/accounts/count-refusal.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { startAccountServer } from './account-server.ts'
import { checkCode, logIn, otherThan, signedUp, signUp } from './steps.ts'

const AT = new Date('2026-11-22T08:10:00Z')
const NEXT_HOUR = new Date('2026-11-22T09:00:01Z')

interface Event {
  kind: string
  user_id: bigint | null
  ip: string
  details: string
}

const readEvents = (database: Database) =>
  database.query<Event>('select kind, user_id, ip, details from audit_log order by id')
const countOf = ({ details }: Event): unknown => JSON.parse(details).count
const sumOf = (events: readonly Event[]) =>
  events.reduce((sum, event) => sum + Number.parseInt(String(countOf(event)), 10), 0)

onDatabase('refusals', (open) => {
  test('an hour of them becomes one event, after the hour is over, and each is written once', async () => {
    const database = await open()
    const { userId } = await verifiedUser(database)
    const refusal = { kind: 'WRONG_PASSWORD', userId, ip: '::ffff:5.160.1.1', at: AT } as const
    for (let guess = 0; guess < 12; guess++) await countRefusal(database, refusal)
    await countRefusal(database, { ...refusal, kind: 'WRONG_CODE', userId: undefined, ip: '2001:db8::7' })
    await appendRefusals(database, { now: new Date('2026-11-22T08:59:59Z') })
    expect(await readEvents(database)).toEqual([])
    await Promise.all([appendRefusals(database, { now: NEXT_HOUR }), appendRefusals(database, { now: NEXT_HOUR })])
    const recorded = (await readEvents(database)).map((event) => ({ ...event, details: countOf(event) }))
    expect(recorded.toSorted((one, other) => one.ip.localeCompare(other.ip))).toEqual([
      { kind: 'WRONG_CODE', user_id: null, ip: '2001:db8::/64', details: 1 },
      { kind: 'WRONG_PASSWORD', user_id: BigInt(userId), ip: '5.160.1.1', details: 12 },
    ])
    expect(await database.query('select kind from refusal_counts')).toEqual([])
  })

  test('calls that an operator was refused become one event an hour under the name of the operator', async () => {
    const database = await open()
    const { userId: operatorId } = await verifiedUser(database)
    const line = { event: 'ACCESS_REFUSED', where: 'POST /operations/reports/users', ip: '5.160.1.1' } as const
    const accounts = { database, log: { error: () => undefined } }
    const refuse = (code: 'OPERATOR_RIGHT_MISSING' | 'FOUR_EYES_REQUIRED', by: number | undefined) =>
      countRefusedCall(accounts, { line: { ...line, code, operatorId: by }, at: AT })
    for (let call = 0; call < 3; call += 1) refuse('OPERATOR_RIGHT_MISSING', operatorId)
    refuse('FOUR_EYES_REQUIRED', operatorId)
    refuse('OPERATOR_RIGHT_MISSING', undefined)
    await expect
      .poll(() => database.query('select sum(count)::bigint as count from refusal_counts'))
      .toEqual([{ count: 4n }])
    await appendRefusals(database, { now: NEXT_HOUR })
    const events = (await readEvents(database)).map((event) => ({ ...event, details: countOf(event) }))
    expect(events).toEqual([
      { kind: 'OPERATOR_CALL_REFUSED', user_id: BigInt(operatorId), ip: '5.160.1.1', details: 4 },
    ])
  })

  test('guesses from everywhere against one account leave a handful of rows, and none is lost', async () => {
    const database = await open()
    const { userId } = await verifiedUser(database)
    for (let guess = 0; guess < 400; guess++) {
      const ip = `5.${guess % 7}.${guess % 250}.${guess % 200}`
      await countRefusal(database, { kind: 'WRONG_PASSWORD', userId, ip, at: AT })
    }
    await appendRefusals(database, { now: NEXT_HOUR })
    const events = await readEvents(database)
    expect(events.length).toBeLessThan(12)
    expect(events.every((event) => event.user_id === BigInt(userId))).toBe(true)
    expect(sumOf(events)).toBe(400)
  })

  test('guesses from one address against many accounts leave a handful of rows, and none is lost', async () => {
    const database = await open()
    for (let userId = 1; userId <= 300; userId++)
      await countRefusal(database, { kind: 'WRONG_PASSWORD', userId, ip: '5.160.1.1', at: AT })
    const rows = await database.query<{ count: number; user_id: bigint | null }>('select * from refusal_counts')
    expect(rows.length).toBeLessThan(25)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(300)
  })

  test('tries that no longer reach a password or a code are counted for whom they concern', async () => {
    const database = await open()
    const limits = { loginsPerNumberMax: 2, codeChecksPerAddressMax: 2, codesPerNumberMax: 2 }
    const server = await startAccountServer(database, { limits })
    const { mobile } = await signedUp(server)
    for (let guess = 0; guess < 4; guess++) await logIn(server, mobile, { password: 'Zaferan13' })
    server.pass({ seconds: 901 })
    for (let login = 0; login < 3; login++) await logIn(server, mobile)
    const nobody = iranianIdentity().mobileNumber
    for (let guess = 0; guess < 3; guess++) await checkCode(server, nobody, { code: '000000' })
    const [user] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobile])
    const counted = await database.query(
      `select kind, user_id, sum(count) as count from refusal_counts where kind like 'TOO_MANY%' group by kind, user_id order by kind, user_id`,
    )
    expect(counted).toEqual([
      { kind: 'TOO_MANY_CODES', user_id: user?.id, count: 1n },
      { kind: 'TOO_MANY_TRIES', user_id: user?.id, count: 2n },
      { kind: 'TOO_MANY_TRIES', user_id: null, count: 1n },
    ])
    await server.close()
  })

  test('a wrong password, a wrong code and a frozen login are counted for whom they concern', async () => {
    const database = await open()
    const server = await startAccountServer(database)
    const { mobileNumber } = iranianIdentity()
    await signUp(server, mobileNumber)
    const code = server.codeFor(mobileNumber)
    await checkCode(server, mobileNumber, { code: otherThan(code) })
    await checkCode(server, mobileNumber, { code })
    await logIn(server, mobileNumber, { password: 'Zaferan13' })
    await database.query('update users set blocked_at = now() where mobile = $1', [mobileNumber])
    await logIn(server, mobileNumber)
    const [user] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [mobileNumber])
    expect(await database.query('select kind, user_id, count from refusal_counts order by kind')).toEqual([
      { kind: 'LOGIN_WHILE_FROZEN', user_id: user?.id, count: 1 },
      { kind: 'WRONG_CODE', user_id: null, count: 1 },
      { kind: 'WRONG_PASSWORD', user_id: user?.id, count: 1 },
    ])
    await server.close()
  })
})
