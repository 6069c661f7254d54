import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWallets } from '#contract/wallets.ts'
import {
  cancelWithdrawal,
  getReceivedTransfers,
  getWithdrawals,
  getWithdrawalTerms,
  requestWithdrawal,
  sendWithdrawalCode,
} from '#contract/withdrawals.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import { addressOfUser, USER_TRANSFER } from '#domain/user-transfer.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { makeTransfers } from '#server/wallets/transfers/make-transfers.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { type Customer, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await openWholeServer()
})
afterAll(async () => {
  expect((await checkLedger(server.database)).faults).toEqual([])
  await server.close()
})

const transferTo = (mobileNumber: string, sum = '500000') =>
  ({ amount: sum, destinationWalletAddress: mobileNumber, relatedCoin: 'TOMAN', withdrawalType: 'OTHER' }) as const

async function toman(customer: Customer) {
  const { TOMAN } = (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO
  return `${TOMAN?.credit} free, ${TOMAN?.blockedCredit} held`
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  )

async function codeFor(customer: Customer, body: ReturnType<typeof transferTo>) {
  const { baseDTO } = await customer.ask(sendWithdrawalCode, { body })
  return { code: await newestCode(server.url, customer.mobileNumber), recipientName: baseDTO.recipientName }
}

test('a transfer to another user is there with the answer, and both find it in their lists', async () => {
  const [sender, recipient] = [await fundedCustomer(server.url, '2000000'), await fundedCustomer(server.url, '100000')]
  const body = transferTo(recipient.mobileNumber)
  const { code, recipientName } = await codeFor(sender, body)
  expect(recipientName).toMatch(/^\S+ \S\.$/)
  const { baseDTO } = await sender.ask(requestWithdrawal, { body: { ...body, code } })
  expect(baseDTO).toMatchObject({
    ...{ tokenType: 'USER', state: 'CONFIRMED', cancellable: false, networkFee: '0', sentAmount: '500000' },
    ...{ bankAccount: null, explorerLink: null, destinationWalletAddress: `0${recipient.mobileNumber.slice(-10)}` },
  })
  expect([await toman(sender), await toman(recipient)]).toEqual(['1500000 free, 0 held', '600000 free, 0 held'])
  expect((await sender.ask(getWithdrawals, { query: { relatedCoin: 'TOMAN' } })).content).toEqual([baseDTO])
  const received = await recipient.ask(getReceivedTransfers, { query: {} })
  expect(received.content).toMatchObject([{ id: baseDTO.id, amount: '500000', relatedCoin: 'TOMAN' }])
  expect((await sender.ask(getReceivedTransfers, { query: {} })).content).toEqual([])
  const [notice] = await server.database.query<{ params: string }>(
    `select params from notices where kind = 'DEPOSIT_CREDITED' and params::json ->> 'transferId' = $1`,
    [baseDTO.id],
  )
  expect(JSON.parse(notice?.params ?? '{}')).toMatchObject({
    sender: received.content[0]?.senderName,
    amount: '500000',
  })
  const fileOf = async (query: string) => {
    const headers = { authorization: `Bearer ${sender.token}`, language: 'en' }
    return (await fetch(`${server.url}/api/wallets/withdrawal-requests/export${query}`, { headers })).text()
  }
  const number = `0${recipient.mobileNumber.slice(-10)}`
  expect(await fileOf('')).toContain(`,500000,Paid,${number},transfer/${baseDTO.id}`)
  expect(await fileOf('?excludedRelatedCoin=TOMAN')).not.toContain(number)
})

test('a transfer that operators will look at says so with its code', async () => {
  const [sender, recipient] = [await fundedCustomer(server.url, '90000000'), await fundedCustomer(server.url, '100000')]
  const { baseDTO: terms } = await sender.ask(getWithdrawalTerms, {})
  const reviewed = async (amount: string) =>
    (await sender.ask(sendWithdrawalCode, { body: transferTo(recipient.mobileNumber, amount) })).baseDTO.isReviewed
  expect(await reviewed('500000')).toBe(false)
  expect(await reviewed(terms.reviewedFrom)).toBe(true)
})

test('the code of a transfer works for this recipient and amount alone', async () => {
  const [sender, recipient, other] = [
    await fundedCustomer(server.url, '2000000'),
    await fundedCustomer(server.url, '100000'),
    await fundedCustomer(server.url, '100000'),
  ]
  const body = transferTo(recipient.mobileNumber)
  const { code } = await codeFor(sender, body)
  const attempts = [transferTo(other.mobileNumber), transferTo(recipient.mobileNumber, '600000')]
  for (const attempt of attempts)
    expect(await codeOf(sender.ask(requestWithdrawal, { body: { ...attempt, code } }))).toBe('CODE_EXPIRED')
  expect([await toman(sender), await toman(recipient), await toman(other)]).toEqual([
    '2000000 free, 0 held',
    '100000 free, 0 held',
    '100000 free, 0 held',
  ])
})

test('a repeat of the key gets the first answer, moves nothing more, and counts as no look for a recipient', async () => {
  const [sender, recipient] = [await fundedCustomer(server.url, '2000000'), await fundedCustomer(server.url, '100000')]
  const body = transferTo(recipient.mobileNumber)
  const { code } = await codeFor(sender, body)
  const call = { body: { ...body, code }, idempotencyKey: 'one-transfer-alone' }
  const first = await sender.ask(requestWithdrawal, call)
  for (let repeat = 0; repeat < 60; repeat += 1) expect(await sender.ask(requestWithdrawal, call)).toEqual(first)
  expect([await toman(sender), await toman(recipient)]).toEqual(['1500000 free, 0 held', '600000 free, 0 held'])
  expect(await codeOf(sender.ask(sendWithdrawalCode, { body: transferTo('nobody') }))).toBe('MOBILE_NUMBER_NOT_FOUND')
})

test.each([
  ['a number of nobody', () => transferTo('09120000000'), 'MOBILE_NUMBER_NOT_FOUND'],
  ['a text', () => transferTo('nobody'), 'MOBILE_NUMBER_NOT_FOUND'],
  ['one’s own number', (own: Customer) => transferTo(own.mobileNumber), 'OWN_MOBILE_NUMBER'],
  ['too little', (own: Customer) => transferTo(own.mobileNumber, '9999'), 'LOW_AMOUNT'],
  ['nothing', (own: Customer) => transferTo(own.mobileNumber, '0'), 'AMOUNT_NOT_ALLOWED'],
  ['a fraction of a Toman', (own: Customer) => transferTo(own.mobileNumber, '20000.5'), 'AMOUNT_NOT_ALLOWED'],
] as const)('a transfer to or of %s is refused before a code is sent', async (_, bodyOf, code) => {
  const customer = await fundedCustomer(server.url, '2000000')
  expect(await codeOf(customer.ask(sendWithdrawalCode, { body: bodyOf(customer) }))).toBe(code)
  expect(await toman(customer)).toBe('2000000 free, 0 held')
})

test('a user whose identity is not verified, or whose account is frozen, cannot be found; nobody can try all numbers', async () => {
  const sender = await fundedCustomer(server.url, '2000000')
  const frozen = await fundedCustomer(server.url, '100000')
  await server.database.query('update users set blocked_at = now() where mobile like $1', [
    `%${frozen.mobileNumber.slice(-10)}`,
  ])
  const ask = (mobileNumber: string) => codeOf(sender.ask(sendWithdrawalCode, { body: transferTo(mobileNumber) }))
  expect(await ask(frozen.mobileNumber)).toBe('MOBILE_NUMBER_NOT_FOUND')
  const answers = []
  for (let number = 0; number < 60; number += 1) answers.push(await ask(`0912000${number.toString().padStart(4, '0')}`))
  expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
  expect(answers.filter((each) => each === 'MOBILE_NUMBER_NOT_FOUND')).toHaveLength(59)
})

test('more than there is cannot be transferred', async () => {
  const [sender, recipient] = [await fundedCustomer(server.url, '600000'), await fundedCustomer(server.url, '100000')]
  const body = transferTo(recipient.mobileNumber, '700000')
  const { code } = await codeFor(sender, body)
  expect(await codeOf(sender.ask(requestWithdrawal, { body: { ...body, code } }))).toBe('NOT_ENOUGH_BALANCE_TOMAN')
  expect(await toman(recipient)).toBe('100000 free, 0 held')
})

test('a transfer that its sender cancels just before it is made is not made', async () => {
  const { database, exchange, catalogue } = server
  const [sender, recipient] = [await fundedCustomer(server.url, '2000000'), await fundedCustomer(server.url, '100000')]
  const idOf = async ({ mobileNumber }: Customer) => {
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile like $1', [
      `%${mobileNumber.slice(-10)}`,
    ])
    return toCount(row?.id ?? 0n)
  }
  const address = addressOfUser({ named: recipient.mobileNumber, userId: await idOf(recipient) })
  const raised = await exchange.submit({
    ...{ type: 'withdraw', userId: await idOf(sender), coinId: catalogue.coinBySymbol.get('TOMAN')?.id ?? 0 },
    ...{ amount: amount(500_000_000_000n), key: 'to-another', fingerprint: '' },
    ...leavingTo({ tokenType: USER_TRANSFER, address, networkFee: amount(0n) }),
  })
  if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
  let isCancelled = false
  const late: typeof database = {
    ...database,
    async query(sql, values) {
      if (sql.includes("set state = 'SIGNED'") && !isCancelled) {
        isCancelled = true
        await sender.ask(cancelWithdrawal, { params: { id: String(raised.withdrawalId) } })
      }
      return database.query(sql, values)
    },
  }
  const errors: unknown[] = []
  const log = { error: (details: object) => void errors.push(details), warn: () => undefined }
  await makeTransfers({ database: late, exchange, catalogue, now: () => new Date(), log })
  expect(isCancelled).toBe(true)
  expect(errors).toEqual([])
  expect([await toman(sender), await toman(recipient)]).toEqual(['2000000 free, 0 held', '100000 free, 0 held'])
})
