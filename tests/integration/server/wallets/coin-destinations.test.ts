import { expect, test } from 'vitest'
import { TRANSFERS } from '#domain/transfers.ts'
import { amount } from '#domain/units.ts'
import type { CustodyClient } from '#server/providers/custody/custody.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import type { Database } from '#server/store/database.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { TETHER } from '#tests/builders/coins.ts'
import { custodyOnAnvil } from '#tests/setup/custody-on-anvil.ts'
import { CustodyRefusedError } from '#tests/setup/custody-process.ts'

const on = custodyOnAnvil()

const USDT = 10n ** 6n
const network = (tokenType: string) => ({
  ...{ tokenType, withdrawalFee: amount(4n * USDT), minWithdraw: amount(20n * USDT) },
  ...{ maxWithdraw: amount(100_000n * USDT), withdrawEnabled: true, depositEnabled: true, txIdNeeded: false },
})
const COIN = { ...TETHER, networks: [network('ERC20'), network('TRC20')] }
/** Without a sender nobody's address is looked for. */
const database = { query: () => Promise.reject(new Error('no query was expected')) } as unknown as Database
const transfers = { ...TRANSFERS, networks: new Map([['ERC20', { deposit: true, withdrawal: true }]]) }

/** The real custody as the server sees it. */
const custody: CustodyClient = {
  ask: (method, params) =>
    on.custody.ask(method, params).then(
      (result) => ({ kind: 'answered', result }),
      (error: unknown) => {
        if (error instanceof CustodyRefusedError) return { kind: 'refused', code: error.code as never }
        throw error
      },
    ),
  close: () => undefined,
}
const hotAddress = async () => (await on.custody.ask('status', {})).networks[0]?.hotAddress ?? ''

interface Asked {
  readonly tokenType?: string | undefined
  readonly units?: bigint
  readonly address?: () => string | Promise<string>
}
const SOMEBODY = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

async function read(asked: Asked) {
  const { tokenType, units = 100n * USDT, address = () => SOMEBODY } = { tokenType: 'ERC20', ...asked }
  const destination = { coin: COIN, tokenType, amount: amount(units), address: await address() }
  return readCoinDestination({ custody, screening: NO_SCREENING, transfers, database }, destination)
}

test('an address is taken as its network writes it', async () => {
  const to = { tokenType: 'ERC20', address: SOMEBODY, networkFee: amount(4n * USDT) }
  expect(await read({})).toEqual(to)
  expect(await read({ address: () => ` ${SOMEBODY.toLowerCase()} ` })).toEqual(to)
})

test.each<[string, Asked, string]>([
  ['no network', { tokenType: undefined }, 'NETWORK_REQUIRED'],
  ['a network that the coin does not have', { tokenType: 'XRP' }, 'NETWORK_NOT_SUPPORTED'],
  ['a network that is not served', { tokenType: 'TRC20' }, 'WITHDRAWAL_DISABLED'],
  ['dust', { units: 1n }, 'AMOUNT_IS_LOW'],
  ['more than a network sends', { units: 10n ** 30n }, 'AMOUNT_IS_HIGH'],
  ['an address of another network', { address: () => 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'ADDRESS_INVALID'],
  ['an address with a wrong checksum', { address: () => SOMEBODY.replace('ec7', 'eC7') }, 'ADDRESS_INVALID'],
  ['the address of nobody', { address: () => `0x${'0'.repeat(40)}` }, 'ADDRESS_INVALID'],
  ['the address of the token itself', { address: () => on.token() }, 'ADDRESS_INVALID'],
  ['an address of the exchange', { address: hotAddress }, 'CONFLICT'],
  ['a text', { address: () => 'x'.repeat(120) }, 'ADDRESS_INVALID'],
  ['a text that is longer than any address', { address: () => 'x'.repeat(200) }, 'ADDRESS_INVALID'],
])('%s is refused', async (_, asked, code) => {
  expect(await read(asked)).toMatchObject({ code })
})

test('while custody cannot be asked nothing can be withdrawn', async () => {
  const away: CustodyClient = { ask: async () => ({ kind: 'unavailable' }), close: () => undefined }
  const asked = { coin: COIN, tokenType: 'ERC20', amount: amount(100n * USDT), address: SOMEBODY }
  expect(
    await readCoinDestination({ custody: away, screening: NO_SCREENING, transfers, database }, asked),
  ).toMatchObject({
    code: 'WALLET_UNAVAILABLE',
  })
})
