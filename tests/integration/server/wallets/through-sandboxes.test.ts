import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositToman, getDepositOptions, getDeposits, settleDeposit } from '#contract/deposits.ts'
import { getWallets } from '#contract/wallets.ts'
import { type Customer, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

const GATEWAYS = ['ZARINPAL', 'VANDAR'] as const

let server: WholeServer
let customer: Customer
beforeAll(async () => {
  server = await openWholeServer()
  customer = await signUp(server.url)
  await verifyIdentity(server.url, customer, new Uint8Array(await readFile('public/icons/icon-512.png')))
})
afterAll(() => server.close())

const credit = async () => (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO.TOMAN?.credit
const newest = async () => (await customer.ask(getDeposits, { query: { size: '1' } })).content[0]

test.each(GATEWAYS)('what is paid over HTTP through %s is credited to the Toman', async (through) => {
  const before = BigInt((await credit()) ?? '0')
  await payIn(customer, '250000', { through })
  expect(BigInt((await credit()) ?? '0') - before).toBe(250_000n)
  expect(await newest()).toMatchObject({ transactionStatus: 'CONFIRMED', paymentGateway: through, amount: '250000' })
})

test.each(GATEWAYS)("what another's card pays through %s is not credited, and is on its way back", async (through) => {
  const before = await credit()
  await payIn(customer, '150000', { through, decision: 'pay-by-another' })
  expect(await credit()).toBe(before)
  expect(await newest()).toMatchObject({ transactionStatus: 'UNCONFIRMED', payBack: 'PENDING', isDone: false })
  expect(await faultsOf(server.database)).toEqual([])
})

test.each(GATEWAYS)(
  'a payment that is cancelled at the page of %s says so, and takes nothing of the limits',
  async (through) => {
    const options = async () => (await customer.ask(getDepositOptions, {})).baseDTO
    const before = await options()
    await payIn(customer, '150000', { through, decision: 'cancel' })
    expect(await newest()).toMatchObject({
      transactionStatus: 'UNCONFIRMED',
      unpaid: 'CANCELLED',
      paymentGateway: through,
    })
    expect(await options()).toEqual(before)
  },
)

test('a callback in the shape of one gateway settles nothing of the other, and a forged one nothing at all', async () => {
  const { cardNumber } = customer
  const authorities: string[] = []
  for (const paymentGateway of GATEWAYS) {
    const begun = await customer.ask(depositToman, { body: { amount: '10000', paymentGateway, cardNumber } })
    const { redirectSite } = begun.baseDTO
    await fetch(redirectSite, { method: 'POST', body: new URLSearchParams({ decision: 'pay-and-leave' }) })
    authorities.push(redirectSite.split('/').at(-1) ?? '')
  }
  const before = await credit()
  const [authority = '', token = ''] = authorities
  const page = '/profile/redirect-from-banks'
  const comeBack = async (query: Record<string, string>) => {
    const path = `${server.url}/api/wallets/deposit-toman/return?${new URLSearchParams(query)}`
    return (await fetch(path, { redirect: 'manual' })).headers.get('location')
  }
  for (const forged of [
    { Authority: token, Status: 'OK' },
    { token: authority, payment_status: 'OK' },
    { token: `${token}0`, payment_status: 'OK' },
    { token, payment_status: 'YES' },
  ])
    expect(await comeBack(forged)).toBe(page)
  expect(await credit()).toBe(before)
  expect(await comeBack({ token, payment_status: 'FAILED' })).toBe(`${page}?authority=${token}`)
  expect(BigInt((await credit()) ?? '0') - BigInt(before ?? '0')).toBe(10_000n)
  const settled = await customer.ask(settleDeposit, { body: { authority } })
  expect(settled.baseDTO).toMatchObject({ transactionStatus: 'CONFIRMED', paymentGateway: 'ZARINPAL' })
})

test('the options name both gateways and count what was paid today', async () => {
  const { gateways, dayMax, dayLeft, openLeft } = (await customer.ask(getDepositOptions, {})).baseDTO
  expect(gateways.map(({ paymentGateway }) => paymentGateway)).toEqual([...GATEWAYS])
  expect([dayMax, dayLeft, openLeft]).toEqual(['200000000', '199480000', 5])
})
