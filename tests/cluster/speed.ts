import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import { PublicAddress } from './public-address.ts'

const LANES = 32
const WARM_MS = 3_000
const MEASURED_MS = 10_000
const ANSWERING = ['api-1', 'api-2', 'api-3']

export interface Speed {
  readonly answering: number
  readonly perSecond: number
  /** The processor's time for one order by kind of part, in microseconds. */
  readonly cpuMicros: Readonly<Record<string, number>>
}

/** Orders a second with one, two and three processes that answer, and what each kind of part spends on an order. */
export async function measureSpeed(cluster: Cluster): Promise<Speed[]> {
  const speeds: Speed[] = []
  for (let answering = 1; answering <= ANSWERING.length; answering += 1) {
    for (const [i, name] of ANSWERING.entries()) {
      if (i >= answering) await cluster.part(name).stop()
      else cluster.part(name).start()
    }
    await Promise.all(ANSWERING.slice(0, answering).map((name) => cluster.part(name).healthy()))
    speeds.push({ answering, ...(await measure(cluster)) })
  }
  return speeds
}

async function measure(cluster: Cluster): Promise<Omit<Speed, 'answering'>> {
  const load = new Load(new PublicAddress(cluster.url), { pauseMs: 0 })
  load.begin(cluster.customers.traders, LANES)
  await sleep(WARM_MS)
  const before = new Map(cluster.parts.map((part) => [part, part.cpuMs()]))
  const count = load.answeredAt.length
  await sleep(MEASURED_MS)
  const orders = load.answeredAt.length - count
  const cpuMicros: Record<string, number> = {}
  for (const part of cluster.parts) {
    const kind = part.name.replace(/-\d$/, '')
    const spent = ((part.cpuMs() - (before.get(part) ?? 0)) * 1_000) / orders
    cpuMicros[kind] = (cpuMicros[kind] ?? 0) + spent
  }
  await load.end()
  return { perSecond: (orders * 1_000) / MEASURED_MS, cpuMicros }
}
