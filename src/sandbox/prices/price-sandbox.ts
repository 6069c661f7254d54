import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { divide, formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import { COINGECKO_IDS, DOLLAR_COINS } from '#server/providers/prices/prices.ts'
import { html, sendPage } from '../pages.ts'
import { FURTHER_COINS, type SandboxMarket, type SandboxSymbol } from './sandbox-market.ts'

export interface PriceSandboxSettings {
  readonly market: SandboxMarket
  readonly now: () => Date
}

const QUOTED: readonly { readonly symbol: SandboxSymbol; readonly id: string }[] = [
  ...DOLLAR_COINS.map((symbol) => ({ symbol, id: COINGECKO_IDS[symbol] })),
  ...FURTHER_COINS,
]

const Query = z.object({ ids: z.string(), vs_currencies: z.literal('usd') })
const DAY_MS = 86_400_000
/** Half of the difference between buying and selling a dollar: 0.1 % on each side. */
const HALF_SPREAD_PER_MILLE = 1n

/**
 * CoinGecko's `simple/price` and a source of Toman prices. Mount them at /sandbox/prices. `POST /freeze` and `POST /thaw` stop and start
 * their clock, so that the effects of stale prices can be seen.
 */
export function priceSandbox({ market, now }: PriceSandboxSettings): FastifyPluginCallback {
  let frozenAt: Date | undefined
  const atMs = () => (frozenAt ?? now()).getTime()

  return (app, _options, done) => {
    app.get('/api/v3/simple/price', (request, reply) => {
      const query = Query.safeParse(request.query)
      if (!query.success) return reply.code(422).send({ error: 'Missing parameter ids or vs_currencies' })
      const wanted = new Set(query.data.ids.split(','))
      const rows = QUOTED.filter(({ id }) => wanted.has(id)).map(
        ({ symbol, id }) => `"${id}":${coinRow(market, symbol, atMs())}`,
      )
      return reply.type('application/json; charset=utf-8').send(`{${rows.join(',')}}`)
    })
    app.get('/toman.json', (_request, reply) => {
      return reply.type('application/json; charset=utf-8').send(tomanBody(market, atMs()))
    })
    app.post('/freeze', (_request, reply) => {
      frozenAt ??= now()
      return reply.send({ frozenAt: frozenAt.toISOString() })
    })
    app.post('/thaw', (_request, reply) => {
      frozenAt = undefined
      return reply.send({ frozenAt: null })
    })
    app.get('/', (_request, reply) => sendPage(reply, { title: 'قیمت‌های آزمایشی', body: page(market, atMs()) }))
    done()
  }
}

const text = (value: Price) => formatDecimal(value, PRICE_DECIMALS)
const seconds = (atMs: number) => Math.floor(atMs / 1_000).toString()

/** As JSON text, because the figures are exact decimals. */
function coinRow(market: SandboxMarket, symbol: SandboxSymbol, atMs: number): string {
  const usd = text(market.priceAt(symbol, atMs))
  return `{"usd":${usd},"usd_24h_change":${change24h(market, symbol, atMs)},"last_updated_at":${seconds(atMs)}}`
}

/** Its figures are in Toman. The server's settings name their places. */
function tomanBody(market: SandboxMarket, atMs: number): string {
  const middle = market.priceAt('DOLLAR', atMs)
  const buy = text(wholeToman(divide(middle * (1_000n + HALF_SPREAD_PER_MILLE), 1_000n, 'up')))
  const sell = text(wholeToman(divide(middle * (1_000n - HALF_SPREAD_PER_MILLE), 1_000n, 'down')))
  const gram = text(market.priceAt('GOLD', atMs))
  const usd = `{"buy":${buy},"sell":${sell},"change_24h":${change24h(market, 'DOLLAR', atMs)}}`
  const gold = `{"gram":${gram},"change_24h":${change24h(market, 'GOLD', atMs)}}`
  return `{"updated_at":${seconds(atMs)},"usd":${usd},"gold18":${gold}}`
}

const ONE_TOMAN = powerOfTen(PRICE_DECIMALS)
const wholeToman = (value: bigint) => price((value / ONE_TOMAN) * ONE_TOMAN)

/** Percent with four decimals, from the walk's own price a day earlier. */
function change24h(market: SandboxMarket, symbol: SandboxSymbol, atMs: number): string {
  const before = market.priceAt(symbol, atMs - DAY_MS)
  const change = market.priceAt(symbol, atMs) - before
  return formatDecimal((change * 1_000_000n) / before, 4)
}

const page = (market: SandboxMarket, atMs: number) => html`<section>
  <table>
    <tr><td>دلار</td><td><bdi dir="ltr">${text(market.priceAt('DOLLAR', atMs))}</bdi> تومان</td></tr>
    <tr><td>گرم طلای ۱۸</td><td><bdi dir="ltr">${text(market.priceAt('GOLD', atMs))}</bdi> تومان</td></tr>
    ${QUOTED.map(
      ({ symbol }) =>
        html`<tr><td><bdi dir="ltr">${symbol}</bdi></td><td><bdi dir="ltr">${text(market.priceAt(symbol, atMs))} USD</bdi></td></tr>`,
    )}
  </table>
  <p lang="en" dir="ltr"><small>Made-up prices that move believably. POST /sandbox/prices/freeze and /thaw stop and start their clock.</small></p>
</section>`
