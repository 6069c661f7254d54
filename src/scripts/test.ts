// `npm test` runs every gate, `npm test -- lint types` the named ones, `npm test -- unit decimal` the files with that in their names;
// `npm test -- quick` the gates without database and browser, `npm test -- changed` the tests that uncommitted changes reach.
import { join } from 'node:path'
import { ROOT, say } from './child.mjs'
import { CHANGED, GATES, type Outcome, QUICK } from './gates.ts'
import { giveMemoryFolder } from './memory-folder.ts'
import { CORES, runSideBySide } from './side-by-side.ts'

const words = process.argv.slice(2)
const named = words.flatMap((word) =>
  word in GATES ? [word] : word === 'quick' ? QUICK : word === 'changed' ? CHANGED : [],
)
const filters = words.filter((word) => !(word in GATES || word === 'quick' || word === 'changed'))
if (named.length === 0 && filters.length > 0) {
  say(`which gate? ${[...Object.keys(GATES), 'quick', 'changed'].join(', ')}`)
  process.exit(1)
}

process.env.TEST_SEED ||= String(Date.now() % 1_000_000)
say(`the order of the tests is that of TEST_SEED=${process.env.TEST_SEED}`)
giveMemoryFolder()
// All servers of the tests load the same files, and compiling these took a fifth of each start.
process.env.NODE_COMPILE_CACHE ||= join(ROOT, 'node_modules', '.cache', 'compiled')

const total = { passed: 0, failed: 0, skipped: 0 }
const counts = ({ passed, failed, skipped }: Omit<Outcome, 'output'>) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const asked = { filters, onlyChanged: words.includes('changed') }
const gates = Object.entries(GATES).filter(([name]) => named.length === 0 || named.includes(name))
const jobs = gates.map(([name, { cores, run }]) => ({
  cores,
  run: async () => {
    const startedAt = performance.now()
    const outcome = await run(asked).catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: String(error) }))
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const mark = outcome.failed > 0 ? '✗' : '✓'
    process.stdout.write(`${mark} ${name.padEnd(14)}${counts(outcome).padEnd(36)}${seconds} s\n`)
    if (outcome.output) process.stdout.write(`${outcome.output.trimEnd().replace(/^/gm, '    ')}\n`)
  },
}))
await runSideBySide(jobs, CORES)
const isNothing = total.passed + total.failed + total.skipped === 0
if (isNothing) say(`no test file has ${filters.join(' or ')} in its name`)
process.stdout.write(`${counts(total)}\n`)
process.exit(total.failed > 0 || isNothing ? 1 : 0)
