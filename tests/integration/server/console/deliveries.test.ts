import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDeliverySettings } from '#contract/operations-deliveries.ts'
import { getOverview } from '#contract/operations-overview.ts'
import { textOfPlace } from '#domain/delivery.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { findDelivery } from '#server/store/wallets/deliveries.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { finishDeliveries } from '#server/wallets/deliveries/finish-deliveries.ts'
import { openCode } from '#server/wallets/deliveries/hand-over-code.ts'
import { finishGiveUps, giveBack } from '#server/wallets/give-back.ts'
import { leavingTo, MAY_WITHDRAW } from '#tests/builders/commands.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer } from './console-server.ts'
import { readEvents } from './read-events.ts'

const GRAM = 1_000_000n
const BRANCH = textOfPlace({ kind: 'BRANCH', branchId: 1 })
const HOME = textOfPlace({ kind: 'COURIER', city: 'تهران', postalCode: '1234567890', address: 'خیابان ولیعصر ۱۲' })

onDatabase('deliveries of gold', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: string
  let reza: string
  let reader: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.logIn(await server.addOperator('Sara Karimi', ['FINANCE']))
    reza = await server.logIn(await server.addOperator('Reza Amini', ['RISK']))
    reader = await server.logIn(await server.addOperator('Mina Azad', ['READ']))
  })
  afterAll(() => server.close())

  const REASON = { reason: 'The bar was weighed.' }
  const act = (
    id: number,
    what: string,
    { token = sara, ...more }: { token?: string; [field: string]: unknown } = {},
  ) => server.ask(`/operations/deliveries/${id}/${what}`, { json: { ...REASON, ...more }, token })
  const list = async (query = '', token = sara) =>
    (await server.ask(`/operations/deliveries${query}`, { method: 'GET', token })).body
  const decide = (id: unknown, token: string) =>
    server.ask(`/operations/proposals/${id}/approve`, { json: REASON, token })

  let keys = 0
  /** A delivery of ten grams for a fee of 0.1 g, of a user who has twelve. */
  async function requested({ place = BRANCH, worth = 5n }: { place?: string; worth?: bigint } = {}) {
    const { userId } = await verifiedUser(database)
    const coinId = server.services.catalogue.coinBySymbol.get('GOLD')?.id ?? 0
    const common = { userId, coinId, fingerprint: '' }
    const given = { ...common, amount: amount(12n * GRAM), key: `gift/${userId}`, reference: `gift/${userId}` }
    await server.exchange.submit({ type: 'credit', source: 'creditLine', ...given })
    const limits = { ...MAY_WITHDRAW.limits, oneOperatorFrom: amount(1_000n), twoOperatorsFrom: amount(2_000n) }
    const result = await server.exchange.submit({
      ...{ type: 'withdraw', ...common, amount: amount(10_100_000n), key: `out-${++keys}` },
      ...leavingTo(
        { tokenType: 'DELIVERY', address: place, networkFee: amount(100_000n) },
        { withdrawer: { ...MAY_WITHDRAW, limits }, worth: amount(worth) },
      ),
    })
    if (result.kind !== 'withdrawal') throw new Error(`no delivery: ${result.kind}`)
    return { id: result.withdrawalId, userId }
  }

  const stateOf = async (id: number) => {
    const [hold] = await database.query<{ status: string }>('select status from holds where reference = $1', [
      `withdrawal/${id}`,
    ])
    return `${(await findDelivery(database, { id }))?.state} ${hold?.status}`
  }
  const balanceOf = async (ownerId: number) => {
    const [row] = await database.query<{ available: bigint; blocked: bigint }>(
      'select available, blocked from balances where owner_id = $1 and coin_id = $2',
      [ownerId, server.services.catalogue.coinBySymbol.get('GOLD')?.id],
    )
    return [row?.available ?? 0n, row?.blocked ?? 0n]
  }
  /** The code as it is on the user's screen. */
  async function codeOf(id: number) {
    const delivery = await findDelivery(database, { id })
    if (!delivery?.code) throw new Error('there is no code')
    return openCode(server.services.accounts.sealer, { id, code: delivery.code })
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const noticesOf = async (userId: number) =>
    (await database.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [userId])).map(
      ({ kind }) => kind,
    )

  async function ready(place?: string) {
    const asked = await requested(place === undefined ? {} : { place })
    await act(asked.id, 'approve')
    await act(asked.id, 'ready', place === HOME ? { trackingNumber: 'TX-9' } : {})
    return asked
  }

  test('at a branch gold goes from the request to the hand-over by its code, and out of what is owed once', async () => {
    const { id, userId } = await requested()
    const [metal, fees] = [
      await balanceOf(ownerIdOf('delivered/GOLD')),
      await balanceOf(ownerIdOf('deliveryFees/GOLD')),
    ]
    expect((await act(id, 'ready')).body).toMatchObject({ code: 'DELIVERY_NOT_WAITING' })
    expect((await act(id, 'approve')).body.baseDTO).toEqual({ approvals: 1, approvalsNeeded: 1 })
    expect((await act(id, 'hand-over', { code: '123456' })).body).toMatchObject({ code: 'DELIVERY_NOT_WAITING' })
    expect((await act(id, 'ready')).status).toBe(200)
    expect((await act(id, 'ready')).body).toMatchObject({ code: 'DELIVERY_NOT_WAITING' })
    expect(await stateOf(id)).toBe('READY HELD')
    const code = await codeOf(id)
    expect((await act(id, 'hand-over', { code: wrong(code) })).body).toMatchObject({ code: 'DELIVERY_CODE_WRONG' })
    const pressedTwice = await Promise.all([
      act(id, 'hand-over', { code }),
      act(id, 'hand-over', { code, token: reza }),
    ])
    expect(pressedTwice.map(({ status }) => status).sort()).toEqual([200, 409])
    await finishDeliveries({ ...server.services, ...server.services.accounts })
    expect(await stateOf(id)).toBe('DELIVERED SETTLED')
    expect(await balanceOf(userId)).toEqual([1_900_000n, 0n])
    const after = [await balanceOf(ownerIdOf('delivered/GOLD')), await balanceOf(ownerIdOf('deliveryFees/GOLD'))]
    expect(after).toEqual([
      [(metal[0] ?? 0n) + 10n * GRAM, 0n],
      [(fees[0] ?? 0n) + 100_000n, 0n],
    ])
    expect(await noticesOf(userId)).toEqual(['DELIVERY_APPROVED', 'DELIVERY_READY', 'DELIVERY_DONE'])
    const events = await readEvents(database, userId)
    expect(events.slice(-4).map(({ kind }) => kind)).toEqual([
      ...['DELIVERY_APPROVED', 'DELIVERY_READY', 'DELIVERY_CODE_WRONG', 'DELIVERY_HANDED_OVER'],
    ])
    expect(events.some(({ details }) => Object.values(details).includes(code))).toBe(false)
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('a hand-over whose booking a stop interrupted is booked by the job', async () => {
    const { id, userId } = await ready()
    await database.query("update withdrawals set state = 'SIGNED' where id = $1", [id])
    for (let run = 0; run < 2; run += 1) await finishDeliveries({ ...server.services, ...server.services.accounts })
    expect(await stateOf(id)).toBe('DELIVERED SETTLED')
    expect((await balanceOf(userId))[1]).toBe(0n)
  })

  test('the courier takes a number, and one who hands nothing over sees the city alone', async () => {
    const { id } = await requested({ place: HOME })
    await act(id, 'approve')
    expect((await act(id, 'ready')).body).toMatchObject({ code: 'DELIVERY_TRACKING_REQUIRED' })
    expect((await act(id, 'ready', { trackingNumber: 'TX-77' })).status).toBe(200)
    const seenBy = async (token: string) =>
      (await list('?state=SHIPPED', token)).content?.find((row) => row.id === String(id))
    expect(await seenBy(sara)).toMatchObject({
      ...{ state: 'SHIPPED', trackingNumber: 'TX-77', weight: '10', fee: '0.1', hidesAddress: false },
      place: { kind: 'COURIER', city: 'تهران', postalCode: '1234567890', address: 'خیابان ولیعصر ۱۲' },
    })
    const hidden = await seenBy(reader)
    expect(hidden).toMatchObject({ hidesAddress: true, place: { city: 'تهران', postalCode: '', address: '' } })
    expect(JSON.stringify(hidden)).not.toContain('ولیعصر')
  })

  test('two operators approve above the setting, each once, and the room of withdrawals reaches no delivery', async () => {
    const { id } = await requested({ worth: 2_000n })
    expect((await server.ask(`/operations/withdrawals/${id}/approve`, { json: REASON, token: sara })).status).toBe(409)
    expect((await server.ask(`/operations/withdrawals/${id}/refuse`, { json: REASON, token: sara })).status).toBe(409)
    const { body } = await server.ask('/operations/withdrawals', { method: 'GET', token: sara })
    expect(body.content?.some((row) => row.id === String(id))).toBe(false)
    expect((await act(id, 'approve')).body.baseDTO).toEqual({ approvals: 1, approvalsNeeded: 2 })
    expect((await act(id, 'approve')).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    expect(await stateOf(id)).toBe('REQUESTED HELD')
    expect((await act(id, 'approve', { token: reza })).status).toBe(200)
    expect(await stateOf(id)).toBe('APPROVED HELD')
  })

  test('one that is refused goes back with its fee; one that was set aside goes back by two operators', async () => {
    const refused = await requested()
    expect((await act(refused.id, 'refuse')).status).toBe(200)
    expect(await stateOf(refused.id)).toBe('REFUSED RELEASED')
    expect(await balanceOf(refused.userId)).toEqual([12n * GRAM, 0n])
    expect(await noticesOf(refused.userId)).toEqual(['DELIVERY_REFUSED'])

    const { id, userId } = await ready(HOME)
    expect((await act(id, 'refuse')).body).toMatchObject({ code: 'DELIVERY_NOT_WAITING' })
    const { body } = await act(id, 'propose-return')
    expect((await decide(body.baseDTO?.id, sara)).body).toMatchObject({ code: 'FOUR_EYES_REQUIRED' })
    expect((await decide(body.baseDTO?.id, reza)).status).toBe(200)
    expect(await stateOf(id)).toBe('REFUSED RELEASED')
    expect(await balanceOf(userId)).toEqual([12n * GRAM, 0n])
    expect((await act(id, 'hand-over', { code: await codeOf(id) })).body).toMatchObject({
      code: 'DELIVERY_NOT_WAITING',
    })
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('five wrong codes lock the hand-over until two operators open it again, with a new code', async () => {
    const { id } = await ready()
    const code = await codeOf(id)
    const answers = []
    for (let i = 0; i < 5; i += 1) answers.push((await act(id, 'hand-over', { code: wrong(code) })).body.code)
    expect(answers).toEqual([...Array.from({ length: 4 }, () => 'DELIVERY_CODE_WRONG'), 'DELIVERY_LOCKED'])
    expect((await act(id, 'hand-over', { code })).body).toMatchObject({ code: 'DELIVERY_LOCKED' })
    const { body } = await act(id, 'propose-unlock')
    expect((await decide(body.baseDTO?.id, reza)).status).toBe(200)
    expect((await act(id, 'propose-unlock')).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    expect((await act(id, 'hand-over', { code: await codeOf(id) })).status).toBe(200)
    expect(await stateOf(id)).toBe('DELIVERED SETTLED')
  })

  test('of a cancellation and an approval at once one holds, and nothing is handed over while all is stopped or to a frozen account', async () => {
    const { id, userId } = await requested()
    const row = await findWithdrawal(database, { id, userId })
    if (!row) throw new Error('there is no row')
    const services = { ...server.services, ...server.services.accounts }
    const [cancelled, approved] = await Promise.all([
      giveBack(services, row, { as: 'CANCELLED', from: ['RAISED_BY_USER'] }),
      act(id, 'approve'),
    ])
    expect(cancelled).toBe(approved.status !== 200)
    expect(await stateOf(id)).toBe(cancelled ? 'CANCELLED RELEASED' : 'APPROVED HELD')

    const waiting = await ready()
    const code = await codeOf(waiting.id)
    await database.query('update users set blocked_at = now() where id = $1', [waiting.userId])
    expect((await act(waiting.id, 'hand-over', { code })).body).toMatchObject({ code: 'DELIVERY_ACCOUNT_FROZEN' })
    await database.query('update withdrawal_rules set stopped = true')
    expect((await act(waiting.id, 'hand-over', { code })).body).toMatchObject({ code: 'WITHDRAWALS_STOPPED' })
    await database.query('update withdrawal_rules set stopped = false')
    await finishGiveUps(services)
    expect(await stateOf(waiting.id)).toBe('READY HELD')
  })

  test('eleven and more are listed by state and page, on the page of their user too', async () => {
    for (let i = 0; i < 21; i += 1) await requested()
    const first = await list('?state=REQUESTED')
    expect([first.content?.length, first.content?.every(({ state }) => state === 'REQUESTED')]).toEqual([20, true])
    const second = await list(`?state=REQUESTED&before=${first.next}`)
    expect(second.content?.length).toBeGreaterThan(0)
    const [newest] = first.content ?? []
    const { body } = await server.ask(`/operations/users/${newest?.userId}/deliveries`, {
      method: 'GET',
      token: reader,
    })
    expect(body.content).toMatchObject([{ id: newest?.id, userName: 'مینا کریمی', level: 'VIP_1', approvedBy: [] }])
    const overview = await server.ask('/operations/overview', { method: 'GET', token: reader })
    const { waiting } = getOverview.response.parse(overview.body).baseDTO
    expect(waiting.deliveries.count).toBeGreaterThanOrEqual(21)
  })

  test('rules and branches change by two operators, and rules that contradict themselves are refused', async () => {
    const settings = async () =>
      getDeliverySettings.response.parse(
        (await server.ask('/operations/delivery-settings', { method: 'GET', token: reader })).body,
      ).baseDTO
    const { rules } = await settings()
    expect(rules).toEqual({
      ...{ weightMin: '10', weightMax: '1000', weightStep: '5', feeFixed: '0.05', feePercent: '0.5', courier: true },
    })
    const propose = (what: 'rules' | 'branch', json: object) =>
      server.ask(`/operations/deliveries/propose-${what}`, { json: { ...json, ...REASON }, token: sara })
    expect((await propose('rules', { ...rules, weightMin: '12' })).body).toMatchObject({
      ...{ code: 'SETTING_INVALID', field: 'weightMin' },
    })
    const proposed = await propose('rules', { ...rules, weightMin: '20', feePercent: '0.25' })
    expect((await decide(proposed.body.baseDTO?.id, reza)).status).toBe(200)
    expect((await settings()).rules).toMatchObject({ weightMin: '20', feePercent: '0.25' })

    const [{ id = '', ...branch } = {}] = (await settings()).branches
    const closing = await propose('branch', { ...branch, id, branchOpen: false })
    expect((await decide(closing.body.baseDTO?.id, reza)).status).toBe(200)
    const opening = await propose('branch', { ...branch, englishName: 'Isfahan branch' })
    expect((await decide(opening.body.baseDTO?.id, reza)).status).toBe(200)
    expect((await settings()).branches).toMatchObject([{ branchOpen: false }, { englishName: 'Isfahan branch' }])
    expect((await propose('branch', { ...branch, id: '99' })).body).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('somebody who only reads changes nothing', async () => {
    const { id } = await requested()
    for (const what of ['approve', 'refuse', 'ready', 'propose-return', 'propose-unlock'])
      expect((await act(id, what, { token: reader })).body).toMatchObject({ code: 'OPERATOR_RIGHT_MISSING' })
    expect((await act(id, 'hand-over', { code: '123456', token: reader })).status).toBe(403)
    expect(await stateOf(id)).toBe('REQUESTED HELD')
  })
})
