import { expect, test } from 'vitest'
import { runChild } from '../../../src/scripts/child.mjs'

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
