// `npm run cluster` starts every part on this machine and prints its health; Ctrl-C ends them all. `npm run cluster -- prove [seed …]` kills and
// freezes each part in turn under load, and prints what it cost; `-- speed` measures orders a second by the number of processes that answer.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from './cluster.ts'
import { prove } from './prove.ts'
import { measureSpeed } from './speed.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const [command, ...seeds] = process.argv.slice(2)

const cluster = await startCluster(say)
let isStopping = false
const stop = async (code: number) => {
  if (isStopping) return
  isStopping = true
  say('ending all parts …')
  await cluster.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

try {
  if (command === 'prove') await stop(await proveAll(seeds.length > 0 ? seeds.map(Number) : [Date.now() % 1_000_000]))
  else if (command === 'speed') await stop(await printSpeed())
  else await show()
} catch (error) {
  say(error instanceof Error ? `${error.stack}` : String(error))
  await stop(1)
}

/** Prints which parts work and which one leads, each time that changes. */
async function show(): Promise<void> {
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

/** @returns the exit code */
async function proveAll(all: readonly number[]): Promise<number> {
  let isSound = true
  for (const seed of all) {
    const proof = await prove(cluster, { seed, say })
    say(`\nseed ${seed}, ${cpus().length} × ${cpus()[0]?.model}, ${proof.orders} orders acknowledged\n`)
    say('| part | | ms without an acknowledged order | orders meanwhile |\n|---|---|---|---|')
    for (const { part, way, gapMs, orders } of proof.faults)
      say(`| ${part} | ${way} | ${Math.round(gapMs)} | ${orders} |`)
    const { lost, doubled, unknown, refusals, ledger } = proof
    say(
      `\nlost ${lost.length}, doubled ${doubled.length}, of nobody ${unknown.length}, refused ${refusals.length}, faults of the ledger ${ledger.length}`,
    )
    for (const each of [...lost, ...doubled, ...unknown, ...new Set(refusals), ...ledger].slice(0, 20)) say(`  ${each}`)
    isSound &&= [lost, doubled, unknown, refusals, ledger].every((list) => list.length === 0)
  }
  return isSound ? 0 : 1
}

/** @returns the exit code */
async function printSpeed(): Promise<number> {
  const speeds = await measureSpeed(cluster)
  const kinds = Object.keys(speeds[0]?.cpuMicros ?? {})
  say(`\n${cpus().length} × ${cpus()[0]?.model}; the load runs on them too\n`)
  say(`| api | orders/s | ${kinds.map((kind) => `${kind} µs`).join(' | ')} |\n|---|---|${'---|'.repeat(kinds.length)}`)
  for (const { answering, perSecond, cpuMicros } of speeds)
    say(
      `| ${answering} | ${Math.round(perSecond)} | ${kinds.map((kind) => Math.round(cpuMicros[kind] ?? 0)).join(' | ')} |`,
    )
  return 0
}
