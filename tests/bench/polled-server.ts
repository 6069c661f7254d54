import pino from 'pino'
import { getMarkets } from '#contract/markets.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { keepSnapshot } from '#server/http/snapshot.ts'

/**
 * The server's own HTTP, with the list of markets that all clients poll: a thousand rows, cached as text, of which one changes each second.
 * Prices have all sizes and wander, as real ones do: repetitions would compress better than real data.
 */
const ROWS = 1_000
let seed = 1
const chance = () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

function rowOf(number: number): string {
  let price = Math.exp(chance() * 14)
  const show = (value: number) => value.toPrecision(6).replace(/e.*$/, '')
  const lastWeekData = Array.from({ length: 20 }, () => {
    price *= 1 + (chance() - 0.5) * 0.03
    return show(price)
  })
  return JSON.stringify({
    marketType: `COIN${number}_TOMAN`,
    relatedCoin: `COIN${number}`,
    sourceCoin: 'TOMAN',
    lastPrice: show(price),
    bestBid: show(price * 0.999),
    bestAsk: show(price * 1.001),
    last24HoursChange: ((chance() - 0.5) * 9).toFixed(2),
    maxPrice: show(price * 1.02),
    minPrice: show(price * 0.98),
    last24HourVolume: (chance() * 1e6).toFixed(3),
    lastWeekData,
    state: { kind: 'OPEN', reason: null, opensAt: null },
  })
}

const rows = Array.from({ length: ROWS }, (_, number) => rowOf(number))
const keep = keepSnapshot()
const list = () => {
  const second = Math.floor(Date.now() / 1_000)
  return keep(String(second), () => {
    rows[second % ROWS] = rowOf(second % ROWS)
    return `{"content":[${rows.join(',')}],"totalPages":1}`
  })
}
const app = await createServer({
  routes: [route(getMarkets, list)],
  logger: pino({ level: 'warn' }),
  clientDir: undefined,
  sandboxes: [],
  requestsPerMinuteMax: 0,
  proxyHops: 0,
  secureCookies: true,
  codeOfFailure: () => undefined,
  now: () => new Date(),
  checkReplies: false,
  findCaller: () => undefined,
  publicOrigin: undefined,
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
