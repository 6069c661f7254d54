import { expect, test } from 'vitest'
import { createSecurityLog } from '#server/accounts/security-log.ts'

const LINE = { event: 'SIGN_IN_REFUSED', code: 'INCORRECT_CREDENTIALS', where: 'POST /users/login' } as const

function start() {
  const lines: object[] = []
  let nowMs = 0
  const logger = { warn: (details: object, message: string) => void lines.push({ ...details, message }) }
  const log = createSecurityLog({ logger, now: () => nowMs })
  return { lines, log, pass: (ms: number) => (nowMs += ms) }
}

test('a line names the event, where it was, the user and the network, and nothing else of a person', () => {
  const { lines, log } = start()
  log({ ...LINE, userId: 7, ip: '2001:db8::7:1' })
  expect(lines).toEqual([
    {
      security: 'SIGN_IN_REFUSED',
      code: 'INCORRECT_CREDENTIALS',
      where: 'POST /users/login',
      userId: 7,
      network: '2001:db8::/64',
      message: 'security event',
    },
  ])
})

test('a flood from one network leaves twenty lines a minute and their number, and hides no other network', () => {
  const { lines, log, pass } = start()
  for (let guess = 0; guess < 1_000; guess++) log({ ...LINE, ip: '5.160.1.1' })
  log({ ...LINE, ip: '5.160.1.2' })
  log({ ...LINE, event: 'LIMIT_REACHED', ip: '5.160.1.1' })
  expect(lines).toHaveLength(22)
  pass(60_000)
  log({ ...LINE, ip: '5.160.1.1' })
  log({ ...LINE, ip: '5.160.1.1' })
  expect(lines).toHaveLength(24)
  expect(lines.slice(-2)).toEqual([
    expect.objectContaining({ suppressed: 980 }),
    expect.not.objectContaining({ suppressed: expect.anything() }),
  ])
})

test('ten thousand networks are counted and no more: beyond them, the one that was heard of longest ago begins anew', () => {
  const { lines, log } = start()
  for (let guess = 0; guess < 30; guess++) log({ ...LINE, ip: '5.160.1.1' })
  for (let other = 0; other < 9_999; other++) log({ ...LINE, ip: `10.1.${Math.floor(other / 250)}.${other % 250}` })
  log({ ...LINE, ip: '5.160.1.1' })
  expect(lines).toHaveLength(20 + 9_999)
  for (let other = 0; other < 10_000; other++) log({ ...LINE, ip: `10.2.${Math.floor(other / 250)}.${other % 250}` })
  log({ ...LINE, ip: '5.160.1.1' })
  expect(lines).toHaveLength(20 + 9_999 + 10_000 + 1)
})
