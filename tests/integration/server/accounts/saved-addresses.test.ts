import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { savedAddressRoutes } from '#server/accounts/saved-address-routes.ts'
import { readWithdrawer } from '#server/store/accounts/protection.ts'
import type { Database } from '#server/store/database.ts'
import { readAddress } from '#server/wallets/chains/read-coin-destination.ts'
import { custodyDouble, OWN_ADDRESS, XRP_ANSWERS, XRP_EXCHANGE } from '#tests/builders/custody-double.ts'
import { provenWith } from '#tests/builders/proven-anew.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { loggedInAgain, prove, securityOf, sendCode } from './security-steps.ts'
import { otherThan, type SignedUp, signedUp } from './steps.ts'

const DAY_S = 86_400
const WALLET = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const LEDGER = '0x1111111111111111111111111111111111111111'
const asked = (differences: object = {}) => ({
  tokenType: 'ERC20',
  address: WALLET,
  label: 'My wallet',
  ...differences,
})

onDatabase('saved addresses', (open) => {
  let database: Database
  let server: AccountServer
  let custody = custodyDouble()
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, {
      more: (accounts) => savedAddressRoutes({ accounts, readAddress: (typed) => readAddress({ custody }, typed) }),
    })
  })
  afterAll(() => server.close())

  const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object) =>
    server.ask(`/wallets/${path}`, { method, token, ...(json && { json }) })
  const listOf = async ({ token }: SignedUp) => (await call(token, 'GET', 'saved-addresses')).body
  const labelsOf = async (user: SignedUp) => (await listOf(user)).content?.map(({ label }) => label)
  /** Saves as a user who has just given a proof for it. */
  const save = async ({ token }: SignedUp, differences?: object) => {
    await provenWith(server.accounts, token, 'ADDRESSES')
    return call(token, 'POST', 'saved-addresses', asked(differences))
  }
  const only = ({ token }: SignedUp) => call(token, 'PUT', 'only-saved-addresses')
  const allowAll = async ({ token }: SignedUp) => {
    await provenWith(server.accounts, token, 'ADDRESSES')
    return call(token, 'DELETE', 'only-saved-addresses')
  }
  const kindsOf = async (table: 'notices' | 'audit_log', { mobile }: SignedUp) => {
    const rows = await database.query<{ kind: string }>(
      `select kind from ${table} where user_id = (select id from users where mobile = $1) order by id`,
      [mobile],
    )
    return rows.map(({ kind }) => kind).filter((kind) => kind.includes('ADDRESS'))
  }

  test('an address is kept as its network writes it, listed, and announced', async () => {
    const user = await signedUp(server)
    expect(await listOf(user)).toMatchObject({ content: [], baseDTO: { onlySaved: false } })
    const { body } = await save(user, { address: ` ${WALLET.toLowerCase()} `, label: '  My  wallet ' })
    expect(body.baseDTO).toMatchObject({ tokenType: 'ERC20', address: WALLET, label: 'My wallet' })
    await save(user, { address: LEDGER, label: 'Ledger' })
    expect(await labelsOf(user)).toEqual(['My wallet', 'Ledger'])
    expect(await kindsOf('notices', user)).toEqual(['ADDRESS_SAVED', 'ADDRESS_SAVED'])
    const [notice] = await database.query<{ params: string }>(
      `select params from notices where kind = 'ADDRESS_SAVED' and user_id = (select id from users where mobile = $1)
        order by id limit 1`,
      [user.mobile],
    )
    expect(notice?.params).toBe(JSON.stringify({ name: 'My wallet', address: WALLET }))
    expect(await kindsOf('audit_log', user)).toEqual(['ADDRESS_SAVED', 'ADDRESS_SAVED'])
  })

  test('saving takes a proof for addresses, which one address uses up, and a wrong code changes nothing', async () => {
    const user = await signedUp(server)
    const { token, mobile } = user
    const add = (differences?: object) => call(token, 'POST', 'saved-addresses', asked(differences))
    expect((await add()).body).toMatchObject({ code: 'PROOF_REQUIRED', baseDTO: { purpose: 'ADDRESSES' } })
    await sendCode(server, token, 'ADDRESSES')
    const code = server.codeFor(mobile)
    expect((await prove(server, token, otherThan(code), 'ADDRESSES')).body.code).toBe('INCORRECT_OTP')
    expect((await add()).body.code).toBe('PROOF_REQUIRED')
    await provenWith(server.accounts, token, 'ACCESS')
    expect((await add()).body.code).toBe('PROOF_REQUIRED')
    expect(await labelsOf(user)).toEqual([])

    expect((await prove(server, token, code, 'ADDRESSES')).status).toBe(200)
    expect((await add()).status).toBe(200)
    expect((await add({ address: LEDGER })).body.code).toBe('PROOF_REQUIRED')
    expect(await labelsOf(user)).toEqual(['My wallet'])
  })

  test('a new device saves nothing for a day', async () => {
    const user = await signedUp(server)
    const token = await loggedInAgain(server, user)
    await sendCode(server, token, 'ADDRESSES')
    await prove(server, token, server.codeFor(user.mobile), 'ADDRESSES')
    expect((await call(token, 'POST', 'saved-addresses', asked())).body.code).toBe('DEVICE_TOO_NEW')
  })

  test('an address is saved with its tag, once for each, and not without one that it needs', async () => {
    custody = custodyDouble(XRP_ANSWERS)
    onTestFinished(() => {
      custody = custodyDouble()
    })
    const user = await signedUp(server)
    const place = { tokenType: 'XRP', address: XRP_EXCHANGE }
    expect((await save(user, place)).body).toMatchObject({ code: 'TAG_REQUIRED', field: 'tag' })
    expect((await save(user, { ...place, tag: 'seven' })).body).toMatchObject({ code: 'TAG_INVALID', field: 'tag' })
    expect((await save(user, { ...place, tag: '007' })).body.baseDTO).toMatchObject({ ...place, tag: '7' })
    expect((await save(user, { ...place, tag: '7' })).body.code).toBe('ADDRESS_ALREADY_SAVED')
    expect((await save(user, { ...place, tag: '8', label: 'Other' })).body.baseDTO).toMatchObject({ tag: '8' })
    expect((await listOf(user)).content?.map(({ tag }) => tag)).toEqual(['7', '8'])
    const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1', [user.mobile])
    await only(user)
    const barredTo = async (tag: string | undefined) => {
      const destination = { ...place, tag }
      const facts = await readWithdrawer(database, { userId: Number(row?.id), destination, at: Date.now() })
      return facts.destinationUnsaved
    }
    expect([await barredTo('7'), await barredTo('9'), await barredTo(undefined)]).toEqual([false, true, true])
  })

  test.each<[string, object, string]>([
    ['a network that is not served', { tokenType: 'TRC20' }, 'NETWORK_NOT_SUPPORTED'],
    ['an address of another network', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'ADDRESS_INVALID'],
    ['an address of the exchange', { address: OWN_ADDRESS }, 'CONFLICT'],
    ['no label', { label: ' \u200b ' }, 'BAD_REQUEST'],
    ['a label of 41 characters', { label: 'x'.repeat(41) }, 'BAD_REQUEST'],
  ])('%s is not saved, and costs no proof', async (_, differences, code) => {
    const user = await signedUp(server)
    expect((await save(user, differences)).body.code).toBe(code)
    expect((await call(user.token, 'POST', 'saved-addresses', asked())).status).toBe(200)
  })

  test('while custody cannot be asked nothing is saved', async () => {
    custody = custodyDouble({})
    expect((await save(await signedUp(server))).body.code).toBe('WALLET_UNAVAILABLE')
    custody = custodyDouble()
  })

  test('the same address is saved once, and the fifty-first is refused', async () => {
    const user = await signedUp(server)
    await save(user)
    expect((await save(user, { label: 'Again' })).body).toMatchObject({
      code: 'ADDRESS_ALREADY_SAVED',
      field: 'address',
    })
    const addressOf = (nth: number) => `0x${String(nth).padStart(40, '0')}`
    await database.query(
      `insert into saved_addresses (user_id, network, address, label, added_at)
        select (select id from users where mobile = $1), 'ERC20', unnest($2::text[]), 'Other', now()`,
      [user.mobile, Array.from({ length: 48 }, (_, at) => addressOf(at + 1))],
    )
    expect((await save(user, { address: addressOf(50) })).status).toBe(200)
    expect((await save(user, { address: addressOf(51) })).body.code).toBe('SAVED_ADDRESSES_TOO_MANY')
    expect(await labelsOf(user)).toHaveLength(50)
  })

  test('of two calls with one proof, one saves', async () => {
    const user = await signedUp(server)
    await provenWith(server.accounts, user.token, 'ADDRESSES')
    const both = [WALLET, LEDGER].map((address) => call(user.token, 'POST', 'saved-addresses', asked({ address })))
    const codes = (await Promise.all(both)).map(({ body }) => body.code)
    expect(codes.sort()).toEqual(['PROOF_REQUIRED', undefined])
    expect(await labelsOf(user)).toHaveLength(1)
  })

  test("an address is removed without a proof, by its own user, and another's is not found", async () => {
    const user = await signedUp(server)
    const stranger = await signedUp(server)
    const id = (await save(user)).body.baseDTO?.id
    expect(await labelsOf(stranger)).toEqual([])
    const remove = ({ token }: SignedUp) => call(token, 'DELETE', `saved-addresses/${id}`)
    expect((await remove(stranger)).body.code).toBe('SAVED_ADDRESS_NOT_FOUND')
    expect((await remove(user)).status).toBe(200)
    expect((await remove(user)).body.code).toBe('SAVED_ADDRESS_NOT_FOUND')
    expect(await labelsOf(user)).toEqual([])
    expect(await kindsOf('audit_log', user)).toEqual(['ADDRESS_SAVED', 'SAVED_ADDRESS_REMOVED'])
  })

  test('while only saved addresses are allowed, one says from when it is usable', async () => {
    const user = await signedUp(server)
    await save(user)
    const usableFrom = async () => (await listOf(user)).content?.[0]?.usableFromDateTime
    expect(await usableFrom()).toBeNull()
    expect((await only(user)).status).toBe(200)
    expect((await listOf(user)).baseDTO).toEqual({ onlySaved: true })
    const opens = new Date(server.accounts.now().getTime() + DAY_S * 1_000).toISOString()
    expect(await usableFrom()).toBe(opens)
    server.pass({ seconds: DAY_S })
    expect(await usableFrom()).toBeNull()
  })

  test('limiting withdrawals to saved addresses takes no proof and holds nothing; opening them takes one and holds them for a day', async () => {
    const user = await signedUp(server)
    const heldUntil = async () => (await securityOf(server, user.token))?.withdrawalsHeldUntil
    const onlySaved = async () => (await listOf(user)).baseDTO?.onlySaved
    await only(user)
    await only(user)
    expect(await heldUntil()).toBeNull()
    expect((await call(user.token, 'DELETE', 'only-saved-addresses')).body.code).toBe('PROOF_REQUIRED')
    expect(await onlySaved()).toBe(true)

    expect((await allowAll(user)).status).toBe(200)
    expect(await onlySaved()).toBe(false)
    const until = new Date(server.accounts.now().getTime() + DAY_S * 1_000).toISOString()
    expect(await heldUntil()).toBe(until)
    expect(await kindsOf('notices', user)).toEqual(['ALL_ADDRESSES_ALLOWED'])
    expect(await kindsOf('audit_log', user)).toEqual(['ONLY_SAVED_ADDRESSES_ON', 'ONLY_SAVED_ADDRESSES_OFF'])
  })

  test('opening what is open holds nothing', async () => {
    const user = await signedUp(server)
    expect((await allowAll(user)).status).toBe(200)
    expect((await securityOf(server, user.token))?.withdrawalsHeldUntil).toBeNull()
    expect(await kindsOf('audit_log', user)).toEqual([])
  })
})
