import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelDelivery,
  getDeliveries,
  getDeliveryTerms,
  requestDelivery,
  sendDeliveryCode,
} from '#contract/deliveries.ts'
import { getWallets } from '#contract/wallets.ts'
import { cancelWithdrawal, getWithdrawals } from '#contract/withdrawals.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { announceWithdrawals } from '#server/wallets/give-back.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { type Customer, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await openWholeServer()
  await server.pollPrices()
})
afterAll(async () => {
  expect((await checkLedger(server.database)).faults).toEqual([])
  await server.close()
})

const BRANCH = { kind: 'BRANCH', branchId: '1' } as const
const HOME = { kind: 'COURIER', city: 'تهران', postalCode: '1234567890', address: 'خیابان ولیعصر، پلاک ۱۲' } as const
const tenGrams = (place: typeof BRANCH | typeof HOME = BRANCH) => ({ weight: '10', fee: '0.1', place })

const goldId = () => server.catalogue.coinBySymbol.get('GOLD')?.id ?? 0

async function withGold(grams: bigint): Promise<Customer & { readonly userId: number }> {
  const customer = await fundedCustomer(server.url, '100000')
  const [row] = await server.database.query<{ id: bigint }>('select id from users where mobile like $1', [
    `%${customer.mobileNumber.slice(-10)}`,
  ])
  const userId = toCount(row?.id ?? 0n)
  const gift = {
    key: `gift/${userId}`,
    reference: `gift/${userId}`,
    fingerprint: '',
    amount: amount(grams * 1_000_000n),
  }
  await server.exchange.submit({ type: 'credit', source: 'creditLine', userId, coinId: goldId(), ...gift })
  return { ...customer, userId }
}

async function gold(customer: Customer) {
  const { GOLD } = (await customer.ask(getWallets, { query: { coins: 'GOLD' } })).baseDTO
  return `${GOLD?.credit} free, ${GOLD?.blockedCredit} held`
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  )

async function codeFor(customer: Customer, body: ReturnType<typeof tenGrams>) {
  await customer.ask(sendDeliveryCode, { body })
  return newestCode(server.url, customer.mobileNumber)
}

test('a user has gold handed over: it is held with the fee, listed apart from withdrawals, and free again when cancelled', async () => {
  const customer = await withGold(12n)
  const { baseDTO: terms } = await customer.ask(getDeliveryTerms, {})
  expect(terms).toMatchObject({
    ...{ weightMin: '10', weightMax: '1000', weightStep: '5', feeFixed: '0.05', feePercent: '0.5', courier: true },
    ...{ branches: [{ id: '1' }], heldUntilDateTime: null },
  })
  expect(terms.recipientName).not.toBe('')
  const code = await codeFor(customer, tenGrams(HOME))
  const call = { body: { ...tenGrams(HOME), code }, idempotencyKey: 'one-delivery-alone' }
  const { baseDTO } = await customer.ask(requestDelivery, call)
  expect(baseDTO).toMatchObject({
    ...{
      weight: '10',
      fee: '0.1',
      state: 'REQUESTED',
      cancellable: true,
      code: null,
      trackingNumber: null,
      place: HOME,
    },
  })
  expect(await gold(customer)).toBe('1.9 free, 10.1 held')
  expect((await customer.ask(requestDelivery, call)).baseDTO).toEqual(baseDTO)
  expect(await gold(customer)).toBe('1.9 free, 10.1 held')
  expect((await customer.ask(getDeliveries, { query: {} })).content).toEqual([baseDTO])
  const withdrawals = await customer.ask(getWithdrawals, { query: { excludedRelatedCoin: 'TOMAN' } })
  expect(withdrawals.content).toEqual([])

  const services = { ...server, now: () => new Date(), log: { error: () => undefined } }
  await announceWithdrawals(services)
  const notices = await server.database.query('select kind, params from notices where user_id = $1 and kind like $2', [
    customer.userId,
    'DELIVERY%',
  ])
  expect(notices).toMatchObject([{ kind: 'DELIVERY_ASKED' }])
  const params = { id: baseDTO.id }
  expect(await codeOf(customer.ask(cancelWithdrawal, { params }))).toBe('WITHDRAWAL_NOT_FOUND')
  expect(await codeOf((await withGold(1n)).ask(cancelDelivery, { params }))).toBe('DELIVERY_NOT_FOUND')
  expect((await customer.ask(cancelDelivery, { params })).baseDTO).toMatchObject({
    state: 'CANCELLED',
    cancellable: false,
  })
  expect(await gold(customer)).toBe('12 free, 0 held')
  expect(await codeOf(customer.ask(cancelDelivery, { params }))).toBe('DELIVERY_NOT_CANCELLABLE')
})

test('the code works for this weight and place alone', async () => {
  const customer = await withGold(30n)
  const code = await codeFor(customer, tenGrams())
  const heavier = { weight: '15', fee: '0.125', place: BRANCH }
  for (const body of [heavier, tenGrams(HOME)])
    expect(await codeOf(customer.ask(requestDelivery, { body: { ...body, code } }))).toBe('CODE_EXPIRED')
  expect(await gold(customer)).toBe('30 free, 0 held')
})

test.each([
  ['less than the least', { ...tenGrams(), weight: '5' }, 'AMOUNT_IS_LOW'],
  ['more than the greatest', { ...tenGrams(), weight: '1005' }, 'AMOUNT_IS_HIGH'],
  ['a weight between two bars', { ...tenGrams(), weight: '12' }, 'DELIVERY_WEIGHT_INVALID'],
  ['a fee that is not the present one', { ...tenGrams(), fee: '0.09' }, 'DELIVERY_FEE_CHANGED'],
  ['a branch that there is not', { ...tenGrams(), place: { kind: 'BRANCH', branchId: '99' } }, 'DELIVERY_PLACE_CLOSED'],
  ['a postal code of nine digits', { ...tenGrams(), place: { ...HOME, postalCode: '123456789' } }, 'BAD_REQUEST'],
] as const)('%s is refused before a code is sent', async (_, body, code) => {
  const customer = await withGold(12n)
  expect(await codeOf(customer.ask(sendDeliveryCode, { body }))).toBe(code)
})

test('more than there is cannot be handed over, and a place that closes takes no request, not even with its code', async () => {
  const poor = await withGold(10n)
  const code = await codeFor(poor, tenGrams())
  expect(await codeOf(poor.ask(requestDelivery, { body: { ...tenGrams(), code } }))).toBe('NOT_ENOUGH_BALANCE')
  const customer = await withGold(12n)
  const sent = await codeFor(customer, tenGrams(HOME))
  await server.database.query('update delivery_rules set courier = false')
  expect(await codeOf(customer.ask(requestDelivery, { body: { ...tenGrams(HOME), code: sent } }))).toBe(
    'DELIVERY_PLACE_CLOSED',
  )
  await server.database.query('update delivery_rules set courier = true')
  expect(await gold(customer)).toBe('12 free, 0 held')
})

test('a user who withdraws to saved addresses alone still has gold handed over in person, and lists eleven of them', async () => {
  const customer = await withGold(120n)
  await server.database.query('update users set only_saved_addresses = true where id = $1', [customer.userId])
  expect(await codeOf(customer.ask(sendDeliveryCode, { body: { weight: '100', fee: '0.55', place: BRANCH } }))).toBe(
    'WITHDRAWAL_HOUR_LIMIT_REACHED',
  )
  const code = await codeFor(customer, tenGrams())
  await customer.ask(requestDelivery, { body: { ...tenGrams(), code } })
  const destination = { tokenType: 'DELIVERY', address: 'BRANCH/1', networkFee: amount(100_000n) }
  for (let i = 0; i < 10; i += 1)
    await server.exchange.submit({
      ...{ type: 'withdraw', userId: customer.userId, coinId: goldId(), key: `more-${i}`, fingerprint: '' },
      ...{ amount: amount(10_100_000n), ...leavingTo(destination, { worth: amount(1n) }) },
    })
  const first = await customer.ask(getDeliveries, { query: { before: '', size: '10' } })
  const second = await customer.ask(getDeliveries, { query: { before: first.next ?? '', size: '10' } })
  expect([first.content.length, second.content.length, second.next]).toEqual([10, 1, undefined])
})
