// `npm test` runs every gate, `npm test -- lint types` those named, `npm test -- unit decimal` the files with that in their names.
import { say } from './child.mjs'
import { GATES, type Outcome } from './gates.ts'

const words = process.argv.slice(2)
const named = words.filter((word) => word in GATES)
const filters = words.filter((word) => !(word in GATES))
if (named.length === 0 && filters.length > 0) {
  say(`which gate? ${Object.keys(GATES).join(', ')}`)
  process.exit(1)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const counts = ({ passed, failed, skipped }: Omit<Outcome, 'output'>) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

for (const [name, run] of Object.entries(GATES)) {
  if (named.length > 0 && !named.includes(name)) continue
  const startedAt = performance.now()
  const outcome = await run(filters).catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: String(error) }))
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const mark = outcome.failed > 0 ? '✗' : '✓'
  process.stdout.write(`${mark} ${name.padEnd(14)}${counts(outcome).padEnd(36)}${seconds} s\n`)
  if (outcome.output) process.stdout.write(`${outcome.output.trimEnd().replace(/^/gm, '    ')}\n`)
}
const isNothing = total.passed + total.failed + total.skipped === 0
if (isNothing) say(`no test file has ${filters.join(' or ')} in its name`)
process.stdout.write(`${counts(total)}\n`)
process.exit(total.failed > 0 || isNothing ? 1 : 0)
