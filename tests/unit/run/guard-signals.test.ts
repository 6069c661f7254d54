import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const GUARD = fileURLToPath(new URL('../../../.run/setup/guard-signals.ts', import.meta.url))

/** Starts a guarded program, signals it as soon as it is up, and tells how it ended and what it printed. */
async function signalled({ handler, signals }: { handler: string; signals: NodeJS.Signals[] }) {
  const code = `import { guardSignals } from '${GUARD}'; guardSignals(); ${handler}; setInterval(() => {}, 1000); console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (printed === '') for (const signal of signals) child.kill(signal)
    printed += String(chunk)
  })
  const [exitCode] = await once(child, 'close')
  return { exitCode, printed }
}

const ORDERLY = "process.once('SIGINT', () => setTimeout(() => { console.log('closed'); process.exit(0) }, 100))"

test('a program that handles a signal ends in its own way, though the signal comes twice', async () => {
  const ended = await signalled({ handler: ORDERLY, signals: ['SIGINT', 'SIGINT'] })
  expect(ended).toEqual({ exitCode: 0, printed: 'up\nclosed\n' })
})

test('a program that handles none ends at once', async () => {
  const ended = await signalled({ handler: '', signals: ['SIGTERM'] })
  expect(ended).toEqual({ exitCode: 143, printed: 'up\n' })
})
