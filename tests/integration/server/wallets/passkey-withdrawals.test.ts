import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPasskey, beginPasskey } from '#contract/passkeys.ts'
import { prove, sendCode } from '#contract/security.ts'
import { getWallets } from '#contract/wallets.ts'
import { beginPasskeyWithdrawal, requestWithdrawal } from '#contract/withdrawals.ts'
import { type Customer, newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { SoftwareAuthenticator } from '#tests/builders/software-authenticator.ts'
import { openWholeServer, type WholeServer } from '#tests/builders/whole-server.ts'

let server: WholeServer
let customer: Customer
let device: SoftwareAuthenticator
beforeAll(async () => {
  server = await openWholeServer()
  customer = await fundedCustomer(server.url, '5000000')
  device = await passkeyOf(customer)
})
afterAll(() => server.close())

/** Makes a passkey for a customer, and ends the day for which that holds withdrawals. */
async function passkeyOf(owner: Customer): Promise<SoftwareAuthenticator> {
  await owner.ask(sendCode, { body: { purpose: 'ACCESS' } })
  await owner.ask(prove, { body: { purpose: 'ACCESS', code: await newestCode(server.url, owner.mobileNumber) } })
  const { flowToken, options } = (await owner.ask(beginPasskey, {})).baseDTO
  const { port } = new URL(server.url)
  const made = new SoftwareAuthenticator(`http://${options.rp.id}:${port}`)
  await owner.ask(addPasskey, { body: { flowToken, name: 'Phone', credential: made.create(options) } })
  await server.database.query('update users set withdrawals_held_until = null')
  return made
}

const leaving = (amount = '500000') => ({ amount, destinationWalletAddress: customer.sheba, relatedCoin: 'TOMAN' })

/** A passkey's answer for one withdrawal. */
async function confirm(body: ReturnType<typeof leaving>, by = device) {
  const { flowToken, options } = (await customer.ask(beginPasskeyWithdrawal, { body })).baseDTO
  return { flowToken, credential: by.get(options) }
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  )

const held = async () => (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO.TOMAN?.blockedCredit

test('a passkey confirms one withdrawal in place of a code', async () => {
  const passkey = await confirm(leaving())
  const { baseDTO } = await customer.ask(requestWithdrawal, { body: { ...leaving(), passkey } })
  expect(baseDTO).toMatchObject({ amount: '500000', state: 'APPROVED' })
  expect(await codeOf(customer.ask(requestWithdrawal, { body: { ...leaving(), passkey } }))).toBe('PASSKEY_EXPIRED')
  expect(await held()).toBe('500000')
})

test('it confirms no other amount, and no answer to another question counts', async () => {
  const before = await held()
  const passkey = await confirm(leaving())
  const other = customer.ask(requestWithdrawal, { body: { ...leaving('600000'), passkey } })
  expect(await codeOf(other)).toBe('PASSKEY_EXPIRED')
  const { flowToken } = await confirm(leaving())
  const { credential } = await confirm(leaving('700000'))
  const mixed = customer.ask(requestWithdrawal, { body: { ...leaving(), passkey: { flowToken, credential } } })
  expect(await codeOf(mixed)).toBe('PASSKEY_EXPIRED')
  expect(await held()).toBe(before)
})

test('another user’s passkey confirms nothing, and neither does an answer that was not given', async () => {
  const before = await held()
  const theirs = await passkeyOf(await fundedCustomer(server.url, '100000'))
  const passkey = await confirm(leaving(), theirs)
  expect(await codeOf(customer.ask(requestWithdrawal, { body: { ...leaving(), passkey } }))).toBe('PASSKEY_REFUSED')
  expect(await codeOf(customer.ask(requestWithdrawal, { body: leaving() }))).toBe('CODE_EXPIRED')
  expect(await held()).toBe(before)
})

test('a user without a passkey is asked for none', async () => {
  const plain = await fundedCustomer(server.url, '1000000')
  const body = { ...leaving(), destinationWalletAddress: plain.sheba }
  expect(await codeOf(plain.ask(beginPasskeyWithdrawal, { body }))).toBe('NO_PASSKEYS')
})
