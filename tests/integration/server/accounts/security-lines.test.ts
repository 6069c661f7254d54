import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { createAuditLines, type SecurityLine } from '#server/accounts/security-log.ts'
import { reportFaults } from '#server/compose/providers.ts'
import { Gauges } from '#server/operations/gauges.ts'
import { unavailable } from '#server/providers/call-vendor.ts'
import type { PayoutGateway } from '#server/providers/payouts/payouts.ts'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { ScriptedGateway } from '#tests/builders/scripted-gateway.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { logIn, signedUp } from './steps.ts'

const FROM = '5.160.9.9'

onDatabase('the security log', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { loginsPerNumberMax: 2 } })
  })
  afterAll(() => server.close())

  test('has a line for refused sign-ins, limits and frozen accounts, with no number and no password', async () => {
    const { mobile } = await signedUp(server)
    await logIn(server, mobile, { password: 'Guess1234', from: FROM })
    await logIn(server, mobile, { password: 'Guess1234', from: FROM })
    await logIn(server, mobile, { password: 'Guess1234', from: FROM })
    server.pass({ seconds: 901 })
    await database.query('update users set blocked_at = now() where mobile = $1', [mobile])
    await logIn(server, mobile, { from: FROM })
    const lines = server.securityLines.filter(({ ip }) => ip === FROM)
    expect(lines.map(({ event, code }) => `${event} ${code}`)).toEqual([
      'SIGN_IN_REFUSED INCORRECT_CREDENTIALS',
      'SIGN_IN_REFUSED INCORRECT_CREDENTIALS',
      'LIMIT_REACHED TOO_MANY_REQUESTS',
      'FROZEN_ACCOUNT_REFUSED LOGIN_NOT_ALLOWED',
    ])
    const text = JSON.stringify(server.securityLines)
    for (const secret of [mobile.slice(3), 'Guess1234']) expect(text).not.toContain(secret)
  })

  test('has a line for each event that was committed, without its device and details, and one alone', async () => {
    const lines: object[] = []
    const logger = { info: (details: object) => void lines.push(details) }
    const follow = createAuditLines({ database, logger })
    await follow()
    expect(lines).toEqual([])
    const event = { at: new Date(), userId: undefined, ip: '5.160.1.1', device: 'Chrome', details: { before: 'SMS' } }
    for (let number = 1; number <= 12; number++)
      await database.transaction((tx) => recordEvent(tx, { ...event, kind: `EVENT_${number}` }))
    const rolledBack = database.transaction(async (tx) => {
      await recordEvent(tx, { ...event, kind: 'NEVER' })
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    await follow()
    await follow()
    expect(lines).toHaveLength(12)
    expect(lines[0]).toMatchObject({ security: 'EVENT_1', network: '5.160.1.1' })
    expect(JSON.stringify(lines)).not.toMatch(/Chrome|before/)
    // The newest line proves the whole log: any other event before it would change the hash at the end of the chain.
    const [head] = await database.query<{ last_hash: Uint8Array }>('select last_hash from audit_head')
    expect(lines.at(-1)).toMatchObject({ chain: Buffer.from(head?.last_hash ?? []).toString('hex') })
  })

  test('has a line for each vendor that gives no usable answer', async () => {
    const down = await startAccountServer(database, { vendorsDown: true })
    const lines: SecurityLine[] = []
    const { sms, email, identity } = down.accounts
    const cardGateway = new ScriptedGateway()
    const gauges = new Gauges(Date.now)
    const priceFeed = { quotes: async () => unavailable('TIMEOUT') }
    const log = (line: SecurityLine) => void lines.push(line)
    const payoutGateway: PayoutGateway = {
      submit: async () => unavailable('TIMEOUT'),
      find: async () => ({ kind: 'not-found' }),
    }
    const services = reportFaults(
      { sms, email, identity, cardGateways: { ZARINPAL: cardGateway }, payoutGateway, priceFeed },
      { log, gauges },
    )
    await services.priceFeed.quotes(new Map())
    const person = iranianIdentity()
    await services.sms.sendText({ to: person.mobileNumber, text: 'x' })
    await services.email.send({ to: 'mina@example.com', subject: 'x', text: 'x', html: 'x' })
    await services.identity.shebaOfCard(person.cardNumber)
    cardGateway.feels('down')
    await services.cardGateways.ZARINPAL?.verify({ authority: 'A1', amount: amount(5n) })
    await services.payoutGateway?.submit({ batchId: 'b', payouts: [] })
    expect(lines.map(({ where, code }) => `${where} ${code}`)).toEqual([
      'sms sendText UNREACHABLE',
      'email send UNREACHABLE',
      'identity shebaOfCard UNREACHABLE',
      'cards verify UNREACHABLE',
      'payouts submit TIMEOUT',
    ])
    // Prices have their own log; the gauges show the last answer of every vendor.
    expect(gauges.vendors().map(({ vendor, fault }) => `${vendor} ${fault}`)).toEqual([
      'cards UNREACHABLE',
      'email UNREACHABLE',
      'identity UNREACHABLE',
      'payouts TIMEOUT',
      'prices TIMEOUT',
      'sms UNREACHABLE',
    ])
    expect(JSON.stringify(lines)).not.toContain(person.mobileNumber.slice(3))
    await down.close()
  })
})
