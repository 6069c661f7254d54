import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendCode } from '#contract/security.ts'
import { getWallets } from '#contract/wallets.ts'
import {
  cancelWithdrawal,
  getWithdrawals,
  getWithdrawalTerms,
  requestWithdrawal,
  sendWithdrawalCode,
} from '#contract/withdrawals.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { giveUpWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { announceWithdrawals, finishGiveUps } from '#server/wallets/give-back.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { type Customer, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await openWholeServer()
})
afterAll(() => server.close())

const customerWith = (toman: string) => fundedCustomer(server.url, toman)

const leaving = ({ sheba }: Customer, amount = '500000') => ({
  amount,
  destinationWalletAddress: sheba,
  relatedCoin: 'TOMAN',
})

/** Asks for the code of a withdrawal and reads it from the phone. */
async function codeFor(customer: Customer, body: ReturnType<typeof leaving>): Promise<string> {
  await customer.ask(sendWithdrawalCode, { body })
  return newestCode(server.url, customer.mobileNumber)
}

async function withdraw(customer: Customer, amount?: string) {
  const body = leaving(customer, amount)
  const code = await codeFor(customer, body)
  const { baseDTO } = await customer.ask(requestWithdrawal, { body: { ...body, code } })
  return baseDTO
}

async function toman(customer: Customer) {
  const { TOMAN } = (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO
  return `${TOMAN?.credit} free, ${TOMAN?.blockedCredit} held`
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  )

test('a withdrawal is confirmed by its own code, held, listed, and given back when its user cancels it', async () => {
  const customer = await customerWith('2000000')
  const raised = await withdraw(customer)
  expect(raised).toMatchObject({
    ...{ amount: '500000', relatedCoin: 'TOMAN', tokenType: null, bankAccount: customer.sheba, isDone: false },
    ...{ transactionStatus: 'RAISED_BY_USER', state: 'APPROVED', cancellable: true, link: null },
  })
  expect(await toman(customer)).toBe('1500000 free, 500000 held')
  const { content } = await customer.ask(getWithdrawals, { query: { relatedCoin: 'TOMAN', size: '10' } })
  expect(content).toEqual([raised])
  expect((await customer.ask(getWithdrawals, { query: { excludedRelatedCoin: 'TOMAN' } })).content).toEqual([])

  const { baseDTO } = await customer.ask(cancelWithdrawal, { params: { id: raised.id } })
  expect(baseDTO).toMatchObject({ state: 'CANCELLED', transactionStatus: 'UNCONFIRMED', cancellable: false })
  expect(await toman(customer)).toBe('2000000 free, 0 held')
  expect(await codeOf(customer.ask(cancelWithdrawal, { params: { id: raised.id } }))).toBe(
    'CANT_DELETE_WITHDRAWAL_REQUEST',
  )
  expect((await checkLedger(server.database)).faults).toEqual([])
})

test('the list pages through eleven, by status and by days', async () => {
  const customer = await customerWith('20000000')
  const [user] = await server.database.query<{ id: bigint }>(
    'select user_id as id from identities where national_code = $1',
    [customer.nationalCode],
  )
  const userId = toCount(user?.id ?? 0n)
  const coinId = server.catalogue.coinBySymbol.get('TOMAN')?.id ?? 0
  // Codes are sent five times an hour at most.
  for (let i = 0; i < 11; i++)
    await server.exchange.submit({
      ...{ type: 'withdraw', userId, key: `eleven-${i}`, fingerprint: '', coinId, amount: amount(500_000_000_000n) },
      ...leavingTo({ tokenType: 'BANK', address: customer.sheba, networkFee: amount(0n) }),
    })
  const first = await customer.ask(getWithdrawals, { query: { page: '1', size: '10' } })
  const second = await customer.ask(getWithdrawals, { query: { page: '2', size: '10' } })
  expect([first.content.length, first.totalPages, second.content.length]).toEqual([10, 2, 1])
  const ids = [...first.content, ...second.content].map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const of = async (query: object) => (await customer.ask(getWithdrawals, { query })).content.length
  expect(await of({ transactionStatus: 'CONFIRMED' })).toBe(0)
  expect(await of({ transactionStatus: 'RAISED_BY_USER', size: '20' })).toBe(11)
  expect(await of({ to: '2026-01-01' })).toBe(0)
})

test('the message of the code says what would leave and where to', async () => {
  const customer = await customerWith('2000000')
  await customer.ask(sendWithdrawalCode, { body: leaving(customer) })
  const answer = await fetch(`${server.url}/sandbox/inbox.json?to=${encodeURIComponent(customer.mobileNumber)}`)
  const [newest] = z.array(z.object({ text: z.string() })).parse(await answer.json())
  expect(newest?.text).toContain('500000')
  expect(newest?.text).toContain(customer.sheba.slice(-4))
})

test('no other code confirms a withdrawal, and its own does so once', async () => {
  const customer = await customerWith('5000000')
  const body = leaving(customer)
  const attempt = (code: string, differences: object = {}) =>
    codeOf(customer.ask(requestWithdrawal, { body: { ...body, code, ...differences } }))
  // The code of a proof, which a login would take.
  await customer.ask(sendCode, {})
  expect(await attempt(await newestCode(server.url, customer.mobileNumber))).toBe('CODE_EXPIRED')
  const code = await codeFor(customer, body)
  expect(await attempt(code, { amount: '500001' })).toBe('CODE_EXPIRED')
  expect(await attempt(code === '000000' ? '000001' : '000000')).toBe('INCORRECT_OTP')
  expect(await toman(customer)).toBe('5000000 free, 0 held')
  expect(await attempt(code)).toBe('done')
  expect(await attempt(code)).toBe('CODE_EXPIRED')
  expect(await toman(customer)).toBe('4500000 free, 500000 held')
})

test('a repeat under the same key gets the same withdrawal, without another code', async () => {
  const customer = await customerWith('2000000')
  const body = leaving(customer)
  const code = await codeFor(customer, body)
  const again = { body: { ...body, code }, idempotencyKey: `w-${randomUUID()}` }
  const [first, second] = [await customer.ask(requestWithdrawal, again), await customer.ask(requestWithdrawal, again)]
  expect(second).toEqual(first)
  expect(await toman(customer)).toBe('1500000 free, 500000 held')
})

test('a hundred requests with one code at once raise one withdrawal', async () => {
  const customer = await customerWith('60000000')
  const body = leaving(customer)
  const code = await codeFor(customer, body)
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => codeOf(customer.ask(requestWithdrawal, { body: { ...body, code } }))),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(await toman(customer)).toBe('59500000 free, 500000 held')
})

test.each([
  ['UNACCEPTABLE_AMOUNT', { amount: '0' }],
  ['AMOUNT_IS_LOW', { amount: '1' }],
  ['AMOUNT_IS_HIGH', { amount: '999999999999' }],
  ['ADDRESS_NOT_FOUND', { destinationWalletAddress: 'IR062960000000100324200001' }],
  ['ADDRESS_NOT_FOUND', { destinationWalletAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
  ['COIN_NOT_FOUND', { relatedCoin: 'NOTHING' }],
  ['WITHDRAWAL_DISABLED', { relatedCoin: 'ETHEREUM', tokenType: 'ERC20' }],
  ['BAD_REQUEST', { amount: '-500000' }],
])('%s is said before a code is sent, and again with one: %o', async (refusal, differences) => {
  const customer = await customerWith('2000000')
  const body = { ...leaving(customer), ...differences }
  expect(await codeOf(customer.ask(sendWithdrawalCode, { body }))).toBe(refusal)
  expect(await codeOf(customer.ask(requestWithdrawal, { body: { ...body, code: '123456' } }))).toBe(refusal)
  expect(await toman(customer)).toBe('2000000 free, 0 held')
})

test('more than the balance is refused in its own words, and the code is used up', async () => {
  const customer = await customerWith('600000')
  const body = leaving(customer, '700000')
  const code = await codeFor(customer, body)
  expect(await codeOf(customer.ask(requestWithdrawal, { body: { ...body, code } }))).toBe('NOT_ENOUGH_BALANCE_TOMAN')
  expect(await toman(customer)).toBe('600000 free, 0 held')
})

test('a hold after a change of the account and the stop of operators are seen before and after the code', async () => {
  const customer = await customerWith('2000000')
  const body = leaving(customer)
  const code = await codeFor(customer, body)
  const { nationalCode } = customer
  await server.database.query(
    `update users set withdrawals_held_until = now() + interval '1 hour' where id = (select user_id from identities where national_code = $1)`,
    [nationalCode],
  )
  const attempt = () => codeOf(customer.ask(requestWithdrawal, { body: { ...body, code } }))
  expect(await attempt()).toBe('WITHDRAWALS_HELD')
  expect(await codeOf(customer.ask(sendWithdrawalCode, { body }))).toBe('WITHDRAWALS_HELD')
  expect((await customer.ask(getWithdrawalTerms, {})).baseDTO.heldUntilDateTime).not.toBeNull()
  await server.database.query('update users set withdrawals_held_until = null')
  await server.database.query('update withdrawal_rules set stopped = true')
  expect(await attempt()).toBe('WITHDRAWALS_STOPPED')
  await server.database.query('update withdrawal_rules set stopped = false')
  expect(await attempt()).toBe('done')
})

test('the terms name the verified accounts, the bounds, and how much is left', async () => {
  const customer = await customerWith('60000000')
  const { baseDTO: before } = await customer.ask(getWithdrawalTerms, {})
  expect(before.bankAccounts).toEqual([{ shebaCode: customer.sheba, bankName: expect.any(String) }])
  await withdraw(customer, '50000000')
  const { baseDTO: after } = await customer.ask(getWithdrawalTerms, {})
  for (const rest of ['leftAmount', 'hourLeft', 'dayLeft'] as const)
    expect(BigInt(before[rest]) - BigInt(after[rest]), rest).toBe(50_000_000n)
  await server.database.query(
    `update withdrawals set created_at = created_at - interval '2 hours' where user_id =
    (select user_id from identities where national_code = $1)`,
    [customer.nationalCode],
  )
  const { baseDTO: later } = await customer.ask(getWithdrawalTerms, {})
  expect([later.hourLeft, later.dayLeft]).toEqual([before.hourLeft, after.dayLeft])
  expect(Date.parse(after.nextBatchDateTime)).toBeGreaterThan(Date.now())
  expect(after.reviewedFrom).toBe('50000000')
})

test('a large one waits for an operator and can be cancelled meanwhile', async () => {
  const customer = await customerWith('60000000')
  expect(await withdraw(customer, '50000000')).toMatchObject({ state: 'RAISED_BY_USER', cancellable: true })
})

test('its user is notified once of the request, and once more who cancelled it and where the money is', async () => {
  const customer = await customerWith('2000000')
  const { id } = await withdraw(customer)
  const services = { ...server, now: () => new Date(), log: SILENT }
  await announceWithdrawals(services)
  await announceWithdrawals(services)
  const noticed = () =>
    server.database.query('select kind, params from notices where event_key like $1 order by id', [
      `withdrawal:${id}:%`,
    ])
  const params = { withdrawalId: id, coin: 'TOMAN', amount: '500000', address: customer.sheba }
  const asked = { kind: 'WITHDRAWAL_ASKED', params: JSON.stringify(params) }
  expect(await noticed()).toEqual([asked])
  await customer.ask(cancelWithdrawal, { params: { id } })
  await finishGiveUps(services)
  expect(await noticed()).toEqual([asked, { ...asked, kind: 'WITHDRAWAL_CANCELLED' }])
})

test('one that was given up when the process ended is completed by the job, once', async () => {
  const customer = await customerWith('2000000')
  const { id } = await withdraw(customer)
  await giveUpWithdrawal(server.database, { id: Number(id), as: 'REFUSED', reason: 'The name differs.' })
  expect(await toman(customer)).toBe('1500000 free, 500000 held')
  const services = { ...server, now: () => new Date(), log: SILENT }
  await Promise.all([finishGiveUps(services), finishGiveUps(services)])
  expect(await toman(customer)).toBe('2000000 free, 0 held')
  const [row] = (await customer.ask(getWithdrawals, { query: {} })).content
  expect(row).toMatchObject({ state: 'REFUSED', endReason: 'The name differs.' })
  expect((await checkLedger(server.database)).faults).toEqual([])
})

const SILENT = { warn: () => undefined, error: () => undefined }
