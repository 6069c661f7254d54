import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { runChild, runTool } from '../../../src/scripts/child.mjs'

test("the child's exit code is ours", async () => {
  expect(await runChild(process.execPath, ['-e', 'process.exit(7)'])).toBe(7)
  expect(await runChild(process.execPath, ['-e', ''])).toBe(0)
})

test('a child ended by a signal gives the code that shells give', async () => {
  expect(await runChild(process.execPath, ['-e', "process.kill(process.pid, 'SIGTERM')"])).toBe(143)
})

test('a program that is not there is a failure', async () => {
  await expect(runChild('/no/such/program', [])).rejects.toThrow('ENOENT')
})

test('what a tool prints is collected', async () => {
  const print = "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 1"
  const { ok, output } = await runTool('-e', [print])
  expect({ ok, printed: output.length }).toEqual({ ok: false, printed: 6 })
})

test('a tool in the background yields the processor to others', async () => {
  const print = "setTimeout(() => process.stdout.write(String(require('node:os').getPriority())), 200)"
  const { output } = await runTool('-e', [print], { isInBackground: true })
  expect(Number(output)).toBeGreaterThan(getPriority())
})

test('a signal reaches the child, which ends in its own way, and its parent with it', async () => {
  const child =
    "process.on('SIGINT', () => setTimeout(() => process.exit(7), 50)); setTimeout(() => {}, 9999); console.log('up')"
  const parent = `import { runChild } from './src/scripts/child.mjs'
    await runChild(process.execPath, ['-e', ${JSON.stringify(child)}]); console.log('went on')`
  const run = spawn(process.execPath, ['--input-type=module', '-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  run.stdout.on('data', (text: Buffer) => {
    printed += text
    run.kill('SIGINT')
  })
  expect(await once(run, 'close')).toEqual([7, null])
  expect(printed).toBe('up\n')
})
