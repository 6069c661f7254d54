// `npm run cluster` starts every part on this machine and prints its health; Ctrl-C ends them all. `npm run cluster -- prove [seed …] [word …]` kills,
// freezes, restarts and cuts off each part in turn under load, or those with all of these words, and prints what it cost; `-- speed` measures orders
// and reads a second by the number of processes that answer.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readId } from '#domain/counts.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Proof, prove, stepsOf } from './prove.ts'
import { measureSpeed } from './speed.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const [command, ...rest] = process.argv.slice(2)
const machine = `${cpus().length} × ${cpus()[0]?.model}`

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    say('ending all parts …')
    // The parts end with this process.
    process.exit(command === 'prove' ? 1 : 0)
  })

try {
  if (command === 'prove') process.exitCode = (await proveAll()) ? 0 : 1
  else await withCluster({ hasLinks: false }, command === 'speed' ? printSpeed : show)
} catch (error) {
  say(error instanceof Error ? `${error.stack}` : String(error))
  process.exitCode = 1
}

async function withCluster<Result>(
  { hasLinks }: { hasLinks: boolean },
  use: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const cluster = await startCluster({ say, hasLinks })
  try {
    return await use(cluster)
  } finally {
    await cluster.stop()
  }
}

/** Prints which parts work and which one leads, each time that changes. */
async function show(cluster: Cluster): Promise<void> {
  say(`Kimia is ready: ${cluster.url}`)
  for (let shown = ''; !isStopping; await sleep(1_000)) {
    const [primary, writer] = await Promise.all([cluster.primary(), cluster.writer()])
    const lines = await Promise.all(
      cluster.parts.map(async (part) => {
        const leads = part.name === primary || part.name === writer ? ', leads' : ''
        return `  ${part.name.padEnd(12)}${(await part.isHealthy()) ? 'healthy' : 'away'}${leads}`
      }),
    )
    if (lines.join('\n') === shown) continue
    shown = lines.join('\n')
    say(shown)
  }
}

/** Each seed has clusters of its own, so that nothing of one is left to the next. @returns whether all is sound */
async function proveAll(): Promise<boolean> {
  const seeds = rest.filter((word) => /^\d+$/.test(word)).map(readId)
  const words = rest.filter((word) => !/^\d+$/.test(word))
  const failed = new Set<number>()
  for (const seed of seeds.length > 0 ? seeds : [Date.now() % 1_000_000]) {
    for (const hasLinks of [true, false]) {
      const steps = stepsOf({ words, hasLinks })
      if (steps.length === 0) continue
      try {
        const proof = await withCluster({ hasLinks }, (cluster) => prove(cluster, { seed, steps, say }))
        if (!printProof(proof, seed)) failed.add(seed)
      } catch (error) {
        say(`seed ${seed} ended in an error: ${error instanceof Error ? error.stack : error}`)
        failed.add(seed)
      }
    }
  }
  say(failed.size === 0 ? '\nall seeds are sound' : `\nseeds that failed: ${[...failed].join(' ')}`)
  return failed.size === 0
}

/** @returns whether all is sound */
function printProof({ rows, orders, transfers, payments, logins, streams, counts }: Proof, seed: number): boolean {
  say(`\nseed ${seed}, ${machine}: ${orders} orders, ${transfers} transfers, ${payments} payments of XRP,`)
  say(`${logins} logins, ${streams.opened} streams,`)
  say(`of which ${streams.resets} began with the whole state of their market\n`)
  say(
    '| fault | ms without an order | longest wait | calls that broke off | orders | bounds |\n|---|---|---|---|---|---|',
  )
  for (const { what, gapMs, waitMs, breaks, orders: meanwhile, over } of rows)
    say(
      `| ${what} | ${Math.round(gapMs)} | ${Math.round(waitMs)} | ${breaks} | ${meanwhile} | ${over.join('; ') || 'held'} |`,
    )
  say(
    `\n${Object.entries(counts)
      .map(([what, list]) => `${what} ${list.length}`)
      .join(', ')}`,
  )
  for (const [what, list] of Object.entries(counts))
    for (const each of new Set(list.slice(0, 20))) say(`  ${what}: ${each}`)
  return rows.every(({ over }) => over.length === 0) && Object.values(counts).every((list) => list.length === 0)
}

async function printSpeed(cluster: Cluster): Promise<void> {
  const speeds = await measureSpeed(cluster)
  say(`\n${machine}; the load runs on them too`)
  for (const what of ['orders', 'reads'] as const) {
    const kinds = Object.keys(speeds[0]?.[what].cpuMicros ?? {})
    say(
      `\n| api | ${what}/s | ${kinds.map((kind) => `${kind} µs`).join(' | ')} |\n|---|---|${'---|'.repeat(kinds.length)}`,
    )
    for (const { answering, [what]: measured } of speeds)
      say(
        `| ${answering} | ${Math.round(measured.perSecond)} | ${kinds.map((kind) => Math.round(measured.cpuMicros[kind] ?? 0)).join(' | ')} |`,
      )
  }
}
