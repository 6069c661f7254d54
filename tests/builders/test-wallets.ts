import { rejected } from '#contract/rejected.ts'
import { OPEN_DEPOSITS_MAX } from '#domain/card-deposit.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { createCardGateways } from '#server/providers/payments/card-gateways.ts'
import { readPayer } from '#server/store/accounts/bank-accounts.ts'
import { readWithdrawer } from '#server/store/accounts/protection.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { findDeposit, readDeposits } from '#server/store/wallets/deposits.ts'
import { type DepositRequest, depositToman } from '#server/wallets/deposit-toman.ts'
import { KeptCloses } from '#server/wallets/kept-closes.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { TOMAN } from './coins.ts'
import { ScriptedGateway } from './scripted-gateway.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'
import { type VerifiedUser, verifiedUser } from './verified-user.ts'

export interface TestWallets {
  readonly wallets: WalletServices
  /** Zarinpal's place, through which a test pays unless it says otherwise. */
  readonly gateway: ScriptedGateway
  readonly vandar: ScriptedGateway
  readonly exchange: TestExchange
  readonly user: VerifiedUser
  /** Logged errors that a person must look into. */
  readonly alarms: string[]
  /** Lets time pass. */
  wait(ms: number): void
  /** Requests a card payment of this many Toman. */
  ask(toman: string, key: string, differences?: Partial<DepositRequest>): ReturnType<typeof depositToman>
  /** Like `ask`, but returns the gateway's name of the payment. */
  begin(toman: string, key: string): Promise<string>
  /** The user's available Toman. */
  balance(): Promise<bigint>
  statusOf(authority: string): Promise<string | undefined>
}

/** The wallet functions with a scripted gateway. `database` may be faulty; a test reads its results
 * from `healthy`. */
export async function openTestWallets(
  healthy: Database,
  { database = healthy, openDepositsMax = OPEN_DEPOSITS_MAX }: { database?: Database; openDepositsMax?: number } = {},
): Promise<TestWallets> {
  const exchange = await openTestExchange(database)
  const user = await verifiedUser(healthy)
  const gateway = new ScriptedGateway()
  const vandar = new ScriptedGateway('VANDAR')
  const alarms: string[] = []
  let now = Date.now()
  const wallets: WalletServices = {
    database,
    exchange,
    catalogue: await readCatalogue(healthy),
    inToman: (coin, quantity) => (coin.id === TOMAN.id ? quantity : undefined),
    closes: new KeptCloses(database),
    transfers: TRANSFERS,
    readCoinDestination: async () => rejected('WALLET_UNAVAILABLE'),
    batchMinute: 11 * 60,
    countRecipient: async () => undefined,
    readWithdrawer: (userId, destination) => readWithdrawer(healthy, { userId, destination, at: now }),
    withdrawalCodes: {
      send: async () => ({ channel: 'GOOGLE_AUTHENTICATOR' }),
      take: async () => undefined,
      beginPasskey: async () => rejected('NO_PASSKEYS'),
    },
    cardGateways: createCardGateways({ ZARINPAL: gateway, VANDAR: vandar }, { now: () => now }),
    openDepositsMax,
    payerOf: (userId) => readPayer(healthy, userId),
    publicUrl: 'https://kimia.example',
    loopbackIsOurs: false,
    now: () => new Date(now),
    log: { warn: () => undefined, error: (_: object, message: string) => void alarms.push(message) },
  }
  const { userId, cardNumber } = user
  const ask: TestWallets['ask'] = (toman, key, differences = {}) => {
    const back = { callBackURL: undefined, origin: 'https://kimia.example' }
    const payment = { userId, amount: toman, gateway: 'ZARINPAL', cardNumber, key } as const
    return depositToman(wallets, { ...payment, ...back, ...differences })
  }
  return {
    wallets,
    gateway,
    vandar,
    exchange,
    user,
    alarms,
    wait: (ms) => {
      now += ms
    },
    ask,
    begin: async (toman, key) => {
      await ask(toman, key)
      const { rows } = await readDeposits(healthy, { userId, page: 1, size: 1 })
      const [newest] = rows
      if (!newest?.authority) throw new Error('the payment was not named')
      return newest.authority
    },
    balance: async () =>
      (await readBalances(healthy, userId)).find(({ coinId }) => coinId === TOMAN.id)?.available ?? 0n,
    statusOf: async (authority) => (await findDeposit(healthy, authority))?.status,
  }
}
