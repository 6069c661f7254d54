import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { rejected } from '#contract/rejected.ts'
import type { Market } from '#domain/market.ts'
import { TRANSFERS, type Transfers } from '#domain/transfers.ts'
import { ppm } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { SessionCaller } from '#server/accounts/sessions.ts'
import { createServer } from '#server/http/server.ts'
import type { Screening } from '#server/providers/screening/screening.ts'
import { KeptPrices } from '#server/trading/kept-prices.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import type { Trading } from '#server/trading/trading.ts'
import { readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { MAY_WITHDRAW } from '#tests/builders/commands.ts'
import { custodyDouble } from '#tests/builders/custody-double.ts'
import type { LivingExchange } from '#tests/builders/living-exchange.ts'
import { priceOf } from '#tests/builders/quotes.ts'

export const ETHEREUM_ADDRESS = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

/** As if one of our wallets could send over Ethereum. */
export const SENDING = { ...TRANSFERS, networks: new Map([['ERC20', { deposit: false, withdrawal: true }]]) }

/** One coin at ten dollars. */
export const SEND = {
  marketType: 'ETHEREUM_TOMAN',
  orderType: 'EXCHANGE_BUY',
  amount: '1',
  unitPrice: '1005000',
  totalPrice: '1005000',
  destinationWallet: ETHEREUM_ADDRESS,
  tokenType: 'ERC20',
  code: '123456',
}

/** An address on the list of screening. */
export const LISTED_ADDRESS = `0x${'1'.repeat(40)}`
const screening: Screening = {
  check: async ({ addresses: [address = ''] }) =>
    address === LISTED_ADDRESS ? { kind: 'hit', address, reason: '' } : { kind: 'clear' },
}

/** The code of each withdrawal that has one, by what it is bound to. */
const codes: ReadonlyMap<string, string> = new Map([
  [`ETHEREUM 997000000000000000 ERC20 ${ETHEREUM_ADDRESS}`, SEND.code],
])

/** The withdrawal that each question to a passkey was about, by its token. */
export const passkeyQuestions = new Map<string, string>()

export interface QuickTradeAnswer {
  readonly status: number
  readonly code?: string
  readonly field?: string
  readonly baseDTO?: Readonly<Record<string, unknown>>
}

export interface QuickTradeServer {
  /** Calls the API as a user; with a new key where none is given, and without one where it is `false`. */
  call(userId: number, path: string, body: object, key?: string | false): Promise<QuickTradeAnswer>
  /** Sets what blocks this user's withdrawals from now on. */
  hold(userId: number, what: Partial<Withdrawer>): void
  close(): Promise<void>
}

/** A user with this id is a market maker. */
export const SUPERVISOR = 5_000
/** This user has invited the users with higher ids. */
export const INVITER = 6_000

const TOMAN_OF_TETHER = priceOf('100000')

/** The trading routes over HTTP, on a living exchange; the test names the caller. */
export async function startQuickTradeServer(
  living: LivingExchange,
  transfers: Transfers = TRANSFERS,
  readWithdrawer: Trading['leaving']['readWithdrawer'] = async () => MAY_WITHDRAW,
): Promise<QuickTradeServer> {
  const { database, exchange, catalogue, marketData, clock, states } = living
  const callers = new Map<string, SessionCaller>()
  const app: FastifyInstance = await createServer({
    routes: tradingRoutes({
      database,
      exchange,
      catalogue,
      quotes: marketData.priceBoard,
      keptPrices: new KeptPrices(() => Date.now() + clock.aheadMs),
      marketStateAt: () => states.state,
      referencePrice: () => undefined,
      quoteInToman: ({ quote }: Market) => (quote.symbol === 'TETHER' ? TOMAN_OF_TETHER : undefined),
      inToman: (_coin, quantity) => quantity,
      leaving: {
        readWithdrawer: async (userId, destination) => ({
          ...(await readWithdrawer(userId, destination)),
          readAt: Date.now() + clock.aheadMs,
          ...held.get(userId),
        }),
        readCoinDestination: (asked) =>
          readCoinDestination({ database, custody: custodyDouble(), screening, transfers }, asked),
        takeProof: async ({ boundTo, code, passkey }) => {
          if (passkey)
            return passkeyQuestions.get(passkey.flowToken) === boundTo ? undefined : rejected('PASSKEY_EXPIRED')
          return codes.get(boundTo) === code ? undefined : rejected('INCORRECT_OTP')
        },
      },
      now: () => Date.now() + clock.aheadMs,
    }),
    findCaller: async (token) => callers.get(token),
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: () => undefined,
    now: () => new Date(),
    checkReplies: true,
  })
  const held = new Map<number, Partial<Withdrawer>>()
  let keys = 0
  return {
    hold: (userId, what) => void held.set(userId, what),
    async call(userId, path, body, key) {
      keys += 1
      const token = `${'0'.repeat(16)}${userId}`
      callers.set(token, traderOf(userId))
      const headers = {
        authorization: `Bearer ${token}`,
        ...(key === false ? {} : { 'idempotency-key': key ?? `house-key-${keys}` }),
      }
      const reply = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload: body })
      return { status: reply.statusCode, ...reply.json() }
    },
    close: () => app.close(),
  }
}

const traderOf = (userId: number) =>
  callerOf(userId, {
    supervisor: userId === SUPERVISOR,
    charges: { taker: ppm(4_000n), maker: ppm(3_000n), inviterId: userId > INVITER ? INVITER : undefined },
  })
