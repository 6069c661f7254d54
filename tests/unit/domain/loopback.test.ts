import { expect, test } from 'vitest'
import { isLoopback, withoutBrackets } from '#domain/loopback.ts'

test.each([
  ['http://[fd00::5]:4310', 'fd00::5'],
  ['http://10.0.0.5:4310', '10.0.0.5'],
  ['http://writer.internal:4310', 'writer.internal'],
])('a server listens for %s at %s', (address, host) => {
  expect(withoutBrackets(new URL(address).hostname)).toBe(host)
})

test.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])('%s is of this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test.each(['10.0.0.5', 'localhost.example', '0.0.0.0', '::2'])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})
