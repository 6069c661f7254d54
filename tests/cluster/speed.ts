import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import { PublicAddress } from './public-address.ts'

const LANES = 32
const WARM_MS = 3_000
const MEASURED_MS = 10_000
const ANSWERING = ['api-1', 'api-2', 'api-3']

/** A page of trading asks these: the book, which is in memory, and what only the database knows of a customer. */
const READ_PATHS = [
  '/orders/order-book?marketType=GOLD_TOMAN',
  '/wallets/customer-wallet-amount?sourceCoin=GOLD&destinationCoin=TOMAN',
  '/orders?size=10&page=0',
]

export interface Speed {
  readonly answering: number
  readonly orders: Measured
  readonly reads: Measured
}

interface Measured {
  readonly perSecond: number
  /** The processor's time for one of them by kind of part, in microseconds. */
  readonly cpuMicros: Readonly<Record<string, number>>
}

/** Calls that are under way until they are ended. */
interface Calls {
  readonly count: () => number
  readonly end: () => Promise<unknown>
}

/** Orders and reads a second with one, two and three processes that answer, and what each kind of part spends on one. */
export async function measureSpeed(cluster: Cluster): Promise<Speed[]> {
  const speeds: Speed[] = []
  for (let answering = 1; answering <= ANSWERING.length; answering += 1) {
    for (const [i, name] of ANSWERING.entries()) {
      if (i >= answering) await cluster.part(name).stop()
      else cluster.part(name).start()
    }
    await Promise.all(ANSWERING.slice(0, answering).map((name) => cluster.part(name).healthy()))
    const orders = await measure(cluster, beginOrders(cluster))
    speeds.push({ answering, orders, reads: await measure(cluster, beginReads(cluster)) })
  }
  return speeds
}

function beginOrders({ url, customers: { traders } }: Cluster): Calls {
  const load = new Load(new PublicAddress(url), { pauseMs: 0 })
  load.begin(traders, LANES)
  return { count: () => load.answeredAt.length, end: () => load.end() }
}

function beginReads({ url, customers: { traders } }: Cluster): Calls {
  const address = new PublicAddress(url)
  let [count, isOver] = [0, false]
  const lanes = traders.slice(0, LANES).map(async ({ token }) => {
    for (let i = 0; !isOver; i += 1) {
      const path = READ_PATHS[i % READ_PATHS.length] ?? ''
      if (await address.ask({ method: 'GET', path, token })) count += 1
    }
  })
  return {
    count: () => count,
    end: () => {
      isOver = true
      return Promise.all(lanes)
    },
  }
}

async function measure(cluster: Cluster, calls: Calls): Promise<Measured> {
  await sleep(WARM_MS)
  const before = new Map(cluster.parts.map((part) => [part, part.cpuMs()]))
  const begun = calls.count()
  await sleep(MEASURED_MS)
  const count = calls.count() - begun
  const cpuMicros: Record<string, number> = {}
  for (const part of cluster.parts) {
    const kind = part.name.replace(/-\d$/, '')
    const spent = ((part.cpuMs() - (before.get(part) ?? 0)) * 1_000) / count
    cpuMicros[kind] = (cpuMicros[kind] ?? 0) + spent
  }
  await calls.end()
  return { perSecond: (count * 1_000) / MEASURED_MS, cpuMicros }
}
