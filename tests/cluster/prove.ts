import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '#tests/simulation/chance.ts'
import type { Cluster } from './cluster.ts'
import { type Counts, count } from './count.ts'
import { type Bounds, FAULTS, type Fault, inflict, partsOf } from './faults.ts'
import { Load } from './load.ts'
import { PublicAddress } from './public-address.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { StreamFollower } from './streams.ts'
import { logIn, Visitors } from './visitors.ts'

/** Of a customer between two calls: 64 of them place and cancel some 40 orders a second. */
const PAUSE_MS = 700
const EVERY = { loginMs: 3_000, transferMs: 1_000, paymentMs: 1_000, sessionMs: 500 }
const FOLLOWERS = 24
/** These follow a market too, whose every change is checked. */
const OF_MARKETS = 4
const LOGINS_AT_ONCE = 4
/** The load is let run so long before and after each fault, at least. */
const WARM_MS = 1_000
const DRAWN_MS = 2_000

/** One line of the table. */
export interface Row {
  readonly what: string
  /** Without an acknowledged order. */
  readonly gapMs: number
  /** The longest wait of one order. */
  readonly waitMs: number
  readonly breaks: number
  readonly orders: number
  /** Bounds that did not hold. */
  readonly over: readonly string[]
}

export interface Proof {
  readonly rows: readonly Row[]
  readonly orders: number
  readonly transfers: number
  readonly payments: number
  readonly logins: number
  readonly streams: { readonly opened: number; readonly resets: number }
  readonly counts: Counts & { readonly refused: readonly string[] }
}

interface ProofSettings {
  readonly seed: number
  readonly steps: readonly Step[]
  readonly say: (line: string) => void
}

interface Run extends ProofSettings {
  readonly cluster: Cluster
  readonly chance: Chance
  readonly address: PublicAddress
  readonly load: Load
  readonly followers: readonly StreamFollower[]
}

/** Kills, freezes, restarts and cuts off each part in turn while customers trade, in the order that a seed draws, and counts what became of everything. */
export async function prove(cluster: Cluster, settings: ProofSettings): Promise<Proof> {
  const address = new PublicAddress(cluster.url)
  const visitors = new Visitors({ address, phone: cluster.phone })
  const traders = await logInAll(cluster, { address, visitors })
  const followers = traders
    .slice(0, FOLLOWERS)
    .map((trader, i) => new StreamFollower({ address, trader, market: i < OF_MARKETS ? 'GOLD_TOMAN' : undefined }))
  const load = new Load(address, { pauseMs: PAUSE_MS })
  for (const follower of followers) follower.begin()
  load.begin(traders, traders.length)
  visitors.begin(cluster.customers, EVERY)
  const run = { ...settings, cluster, address, load, followers, chance: new Chance(settings.seed) }
  try {
    const rows: Row[] = []
    for (const step of drawOrder(run)) rows.push(await inFull(step, run))
    await Promise.all([load.end(), visitors.end()])
    const { transfers, payments } = visitors
    const counts = await count(cluster, { load, transfers, payments, followers })
    return {
      ...{
        rows,
        orders: load.answeredAt.length,
        transfers: transfers.length,
        payments: payments.length,
        logins: visitors.tokens.length,
      },
      streams: {
        opened: followers.reduce((sum, { opened }) => sum + opened, 0),
        resets: followers.reduce((sum, { resets }) => sum + resets, 0),
      },
      counts: { ...counts, refused: address.refusals },
    }
  } finally {
    // After an error the customers of this cluster still wait.
    address.close()
    await Promise.all([load.end(), visitors.end(), ...followers.map((follower) => follower.end())])
  }
}

async function logInAll(
  { customers: { traders }, phone }: Cluster,
  { address, visitors }: { address: PublicAddress; visitors: Visitors },
) {
  const all: { userId: number; token: string }[] = []
  for (let from = 0; from < traders.length; from += LOGINS_AT_ONCE)
    await Promise.all(
      traders.slice(from, from + LOGINS_AT_ONCE).map(async (trader) => {
        const token = await logIn({ address, phone }, trader)
        if (token === undefined) throw new Error(`a customer could not log in: ${address.refusals.join(', ')}`)
        visitors.tokens.push(token)
        all.push({ userId: trader.userId, token })
      }),
    )
  return all
}

type Step = { readonly name: string } & ({ readonly fault: Fault } | { readonly scenario: Scenario })

/** All that can happen in a cluster with links or without, and has all of these words in its name. */
export function stepsOf({ words, hasLinks }: { words: readonly string[]; hasLinks: boolean }): Step[] {
  const scenarios = SCENARIOS.filter((scenario) => scenario.hasLinks === hasLinks)
  return [
    ...(hasLinks ? FAULTS.map((fault) => ({ name: `${fault.part} ${fault.way}`, fault })) : []),
    ...scenarios.map((scenario) => ({ name: scenario.name, scenario })),
  ].filter(({ name }) => words.every((word) => name.includes(word)))
}

function drawOrder({ chance, steps }: Run): Step[] {
  const all = [...steps]
  const drawn: Step[] = []
  while (all.length > 0) drawn.push(...all.splice(chance.below(all.length), 1))
  return drawn
}

/** One step, from a whole cluster to a whole cluster. */
async function inFull(step: Step, run: Run): Promise<Row> {
  const { cluster, chance, address, load, say } = run
  await cluster.whole()
  await sleep(WARM_MS + chance.below(DRAWN_MS))
  const [orders, breaks] = [load.answeredAt.length, address.breaks.length]
  const fault = 'fault' in step ? step.fault : undefined
  const { gapMsMax = Infinity, breaksMsMax = Infinity }: Bounds = 'fault' in step ? step.fault : step.scenario
  const parts = fault ? await partsOf(fault, run) : []
  const since = performance.now()
  const faults = 'scenario' in step ? await step.scenario.run(run) : []
  if (fault) await inflict(fault, { cluster, parts })
  await cluster.whole()
  await sleep(WARM_MS)
  const row = {
    what: parts.length > 0 ? `${step.name} (${parts.join(', ')})` : step.name,
    gapMs: load.longestGapSince(since),
    waitMs: load.longestWaitSince(since),
    breaks: address.breaks.length - breaks,
    orders: load.answeredAt.length - orders,
  }
  const late = address.breaks.slice(breaks).filter(({ begunAt }) => begunAt > since + breaksMsMax)
  const over = [
    ...faults,
    ...(row.gapMs > gapMsMax ? [`more than ${gapMsMax} ms without an order`] : []),
    ...(late.length > 0
      ? [
          `${late.length} calls broke off that began later than ${breaksMsMax} ms, the last after ${Math.round(Math.max(...late.map(({ begunAt }) => begunAt)) - since)}: ${late[0]?.reason}`,
        ]
      : []),
  ]
  const seconds = Math.round((performance.now() - since) / 1_000)
  say(
    `${new Date().toISOString().slice(11, 19)} ${row.what}, ${seconds} s: ${Math.round(row.gapMs)} ms without an order, longest wait ${Math.round(row.waitMs)} ms, ${row.breaks} calls broke off, ${row.orders} orders`,
  )
  for (const each of over) say(`  ! ${each}`)
  return { ...row, over }
}
