// Every gate, or only those named: `npm test`, `npm test -- lint types`, `npm test -- unit decimal` (a part of a file name).

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { GATE_NAMES, type GateName, type Outcome } from '../gates/gate.ts'
import { runGates } from '../gates/run-gates.ts'
import { dieWithParent } from '../setup/die-with-parent.ts'
import { ROOT } from '../setup/root.mjs'
import { runTask } from '../setup/run-task.ts'
import { secondsSince } from '../setup/say.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }

runTask(async () => {
  dieWithParent()
  // An orderly exit, so that servers and tools started here end with it.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const words = process.argv.slice(2)
  const named = GATE_NAMES.filter((name) => words.includes(name))
  const filters = words.filter((word) => !isGate(word))
  await runGates({ wanted: new Set(named.length > 0 ? named : GATE_NAMES), filters, report })
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`)
  process.exit(total.failed === 0 ? 0 : 1)
})

function isGate(word: string): word is GateName {
  return GATE_NAMES.some((name) => name === word)
}

function report(name: GateName, outcome: Outcome, startedAt: number): void {
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  const mark = outcome.failed > 0 ? '✗' : '✓'
  const counts = `${outcome.passed} passed, ${outcome.failed} failed${outcome.skipped ? `, ${outcome.skipped} skipped` : ''}`
  const lines = [`${mark} ${name.padEnd(14)}${counts.padEnd(36)}${secondsSince(startedAt)}`]
  for (const reason of outcome.reasons) lines.push(`  skipped: ${reason}`)
  if (outcome.output) lines.push(outcome.output.trimEnd().replace(/^/gm, '    '))
  process.stdout.write(`${lines.join('\n')}\n`)
}
