import pino from 'pino'
import { getMarkets } from '#contract/markets.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { keepSnapshot } from '#server/http/snapshot.ts'

/** The server's own HTTP, with the list of markets that all clients poll: a thousand rows, kept in memory as they are. */
const ROWS = 1_000
const kept = keepSnapshot()
const content = Array.from({ length: ROWS }, (_, i) => ({
  marketType: `COIN${i}_TOMAN`,
  relatedCoin: `COIN${i}`,
  sourceCoin: 'TOMAN',
  lastPrice: String(10_000_000 + i * 37),
  bestBid: String(9_990_000 + i * 37),
  bestAsk: String(10_010_000 + i * 37),
  last24HoursChange: (i % 17) / 10 > 0.8 ? '-1.2' : '0.7',
  maxPrice: String(10_200_000 + i * 37),
  minPrice: String(9_800_000 + i * 37),
  last24HourVolume: String(1_000 + i * 7),
  lastWeekData: Array.from({ length: 20 }, (_, day) => String(10_000_000 + i * 37 + ((day * 7_919 + i) % 90_000))),
}))
const app = await createServer({
  routes: [route(getMarkets, () => kept('unchanged', () => ({ content, totalPages: 1 })))],
  logger: pino({ level: 'warn' }),
  clientDir: undefined,
  sandboxes: [],
  requestsPerMinuteMax: 0,
  proxyHops: 0,
  secureCookies: true,
  isUnavailable: () => false,
  checkReplies: false,
  findCaller: async () => undefined,
  publicOrigin: undefined,
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
