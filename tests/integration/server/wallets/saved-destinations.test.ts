import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { amount } from '#domain/units.ts'
import { createCardGateways } from '#server/providers/payments/card-gateways.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readWithdrawer } from '#server/store/accounts/protection.ts'
import type { Database } from '#server/store/database.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { KeptCloses } from '#server/wallets/kept-closes.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { beginPasskeyWithdrawal, sendWithdrawalCode, withdraw } from '#server/wallets/withdraw.ts'
import { custodyDouble } from '#tests/builders/custody-double.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { PASSKEY_QUESTION } from '#tests/builders/passkey-device.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import {
  ETHEREUM_ADDRESS,
  passkeyQuestions,
  type QuickTradeServer,
  SEND,
  SENDING,
  startQuickTradeServer,
} from '../trading/quick-trade-server.ts'

const HOUR = 3_600_000
const ELSEWHERE = '0x1111111111111111111111111111111111111111'

onDatabase('where coins may be sent', (open) => {
  let database: Database
  let living: LivingExchange
  let trading: QuickTradeServer
  let wallets: WalletServices
  let user: VerifiedUser
  /** Happens between the check of a withdrawal and its command. */
  let meanwhile: () => Promise<unknown>
  let keys = 0
  /** The withdrawals as the messages of their codes named them. */
  const messages: string[] = []

  beforeAll(async () => {
    database = await open()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    await database.query(`update account_levels set withdrawal_hour_max = 1e20, withdrawal_day_max = 1e20`)
    const read: WalletServices['readWithdrawer'] = (userId, destination) =>
      readWithdrawer(database, { userId, destination, at: Date.now() })
    trading = await startQuickTradeServer(living, SENDING, read)
    wallets = {
      ...{ database, exchange: living.exchange, catalogue: living.catalogue, transfers: SENDING },
      cardGateways: createCardGateways({}, { now: Date.now }),
      openDepositsMax: 1,
      countRecipient: async () => undefined,
      inToman: () => amount(1n),
      closes: new KeptCloses(database),
      batchMinute: 660,
      readCoinDestination: (asked) =>
        readCoinDestination({ database, custody: custodyDouble(), screening: NO_SCREENING, transfers: SENDING }, asked),
      readWithdrawer: read,
      withdrawalCodes: {
        send: async ({ about }) => {
          messages.push(about)
          return { channel: 'SMS' }
        },
        take: async () => void (await meanwhile()),
        beginPasskey: async ({ boundTo }) => {
          passkeyQuestions.set(PASSKEY_QUESTION.flowToken, boundTo)
          return PASSKEY_QUESTION
        },
      },
      payerOf: () => Promise.reject(new Error('nobody pays here')),
      ...{ publicUrl: 'https://kimia.example', loopbackIsOurs: false, now: () => new Date() },
      log: { warn: () => undefined, error: () => undefined },
    }
  })
  afterAll(async () => {
    await trading.close()
    await living.close()
  })
  beforeEach(async () => {
    meanwhile = async () => undefined
    user = await verifiedUser(database)
    await gives('TOMAN', 10n ** 15n)
    await gives('ETHEREUM', 5n * 10n ** 18n)
    living.feed.quotes = quotesOf({ at: new Date() })
    await living.marketData.priceBoard.poll()
  })

  function gives(symbol: string, units: bigint) {
    const coin = living.catalogue.coinBySymbol.get(symbol)
    if (!coin) throw new Error(`no coin ${symbol}`)
    const reference = `gift/${user.userId}/${symbol}`
    return living.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId: user.userId, coinId: coin.id, amount: amount(units) },
      ...{ reference, key: reference, fingerprint: '' },
    })
  }

  const limit = () => database.query('update users set only_saved_addresses = true where id = $1', [user.userId])
  const save = ({ ageMs = 48 * HOUR, address = ETHEREUM_ADDRESS, network = 'ERC20', userId = user.userId } = {}) =>
    database.query(
      'insert into saved_addresses (user_id, network, address, label, added_at) values ($1, $2, $3, $4, $5)',
      [userId, network, address, 'Mine', new Date(Date.now() - ageMs)],
    )
  const remove = () => database.query('delete from saved_addresses where user_id = $1', [user.userId])

  const leaving = { amount: '1', relatedCoin: 'ETHEREUM', tokenType: 'ERC20' }
  const call = () => {
    keys += 1
    const caller = { userId: user.userId, sessionId: 1 }
    return { key: `saved-${keys}`, of: { caller, ip: '5.160.1.1', userAgent: 'test', language: 'fa' as const } }
  }
  test('is said whole by the message of the code, with amount and network, in both languages', async () => {
    const { of } = call()
    for (const language of ['fa', 'en'] as const)
      await sendWithdrawalCode(wallets, { ...leaving, destinationWalletAddress: ETHEREUM_ADDRESS }, { ...of, language })
    expect(messages).toEqual([`1 ETH روی ERC20 به ${ETHEREUM_ADDRESS}`, `1 ETH on ERC20 to ${ETHEREUM_ADDRESS}`])
  })

  test('a passkey that was asked about what is bought confirms the purchase, and that amount alone', async () => {
    const { of } = call()
    const buyBy = (differences: object) => {
      const credential = { id: 'a2V5', clientDataJSON: 'YQ', authenticatorData: 'YQ', signature: 'YQ' }
      const passkey = { flowToken: PASSKEY_QUESTION.flowToken, credential }
      return trading.call(user.userId, '/exchange/buy', { ...SEND, code: undefined, passkey, ...differences })
    }
    const asked = { ...leaving, destinationWalletAddress: ETHEREUM_ADDRESS, isBought: true }
    await beginPasskeyWithdrawal(wallets, asked, of)
    expect(await buyBy({ amount: '2', totalPrice: '2010000' })).toMatchObject({ code: 'PASSKEY_EXPIRED' })
    const { baseDTO } = await buyBy({})
    expect(baseDTO).toMatchObject({ withdrawal: { destinationWallet: ETHEREUM_ADDRESS, amount: '0.997' } })
  })

  /** Every way on which coins leave, and its refusal. */
  const WAYS: Record<string, (address?: string) => Promise<string>> = {
    'a withdrawal': async (destinationWalletAddress = ETHEREUM_ADDRESS) => {
      const { key, of } = call()
      const raised = await withdraw(wallets, { ...leaving, destinationWalletAddress, code: '123456', key }, of)
      return raised instanceof Rejected ? raised.code : raised.address
    },
    'a purchase for an address outside': async (destinationWallet = ETHEREUM_ADDRESS) => {
      const { code, baseDTO } = await trading.call(user.userId, '/exchange/buy', { ...SEND, destinationWallet })
      if (code !== undefined) return code
      const [row] = await database.query<{ address: string }>(
        'select address from withdrawals where user_id = $1 and order_id = $2',
        [user.userId, String(baseDTO?.id)],
      )
      return row?.address ?? 'nothing'
    },
  }

  const CONDITIONS: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['goes anywhere for a user who allows it', async () => undefined, ETHEREUM_ADDRESS],
    ['goes to a young address for a user who allows any', () => save({ ageMs: 0 }), ETHEREUM_ADDRESS],
    ['is refused to an address that is not saved', limit, 'ADDRESS_NOT_SAVED'],
    [
      'is refused to one that was removed',
      () =>
        limit()
          .then(() => save())
          .then(remove),
      'ADDRESS_NOT_SAVED',
    ],
    [
      'is refused to one saved on another network',
      () => limit().then(() => save({ network: 'BEP20' })),
      'ADDRESS_NOT_SAVED',
    ],
    [
      'is refused to another of the saved ones',
      () => limit().then(() => save({ address: ELSEWHERE })),
      'ADDRESS_NOT_SAVED',
    ],
    [
      'is refused to one that another user saved',
      async () => {
        const { userId } = await verifiedUser(database)
        await limit()
        await save({ userId })
      },
      'ADDRESS_NOT_SAVED',
    ],
    [
      'is refused for a day after it was saved',
      () => limit().then(() => save({ ageMs: 24 * HOUR - 60_000 })),
      'DESTINATION_TOO_NEW',
    ],
    ['goes to one that was saved a day ago', () => limit().then(() => save({ ageMs: 24 * HOUR })), ETHEREUM_ADDRESS],
  ]

  describe.each(Object.entries(WAYS))('%s', (_, send) => {
    test.each(CONDITIONS)('%s', async (_name, before, outcome) => {
      await before()
      expect(await send()).toBe(outcome)
    })

    test('goes to a saved address however its letters are written', async () => {
      await limit()
      await save({ address: ELSEWHERE })
      await save()
      expect(await send(ETHEREUM_ADDRESS.toLowerCase())).toBe(ETHEREUM_ADDRESS)
    })
  })

  test('an address that is removed while its withdrawal waits for the code is refused by the command', async () => {
    await limit()
    await save()
    meanwhile = remove
    expect(await WAYS['a withdrawal']?.()).toBe('ADDRESS_NOT_SAVED')
    const rows = await database.query('select 1 from withdrawals where user_id = $1', [user.userId])
    expect(rows).toEqual([])
  })

  test('Toman goes to a verified bank account as before', async () => {
    await limit()
    const { key, of } = call()
    const asked = { amount: '500000', relatedCoin: 'TOMAN', destinationWalletAddress: user.sheba }
    expect(await withdraw(wallets, { ...asked, code: '123456', key }, of)).toMatchObject({ address: user.sheba })
  })
})
