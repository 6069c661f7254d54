import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import * as account from '#contract/account.ts'
import * as coins from '#contract/coins.ts'
import * as content from '#contract/content.ts'
import * as exchange from '#contract/exchange.ts'
import * as markets from '#contract/markets.ts'
import * as orders from '#contract/orders.ts'
import * as outcomes from '#contract/outcomes.ts'
import * as users from '#contract/users.ts'
import * as wallets from '#contract/wallets.ts'
import { onlyExport } from '../../../.vite/only-export.ts'

const RESOURCES = {
  account,
  coins,
  content,
  exchange,
  markets,
  orders,
  outcomes,
  users,
  wallets,
}

function copyOf({ resource, name }: { resource: string; name: string }): string {
  const path = fileURLToPath(new URL(`../../../src/contract/${resource}.ts`, import.meta.url))
  const code = readFileSync(path, 'utf8')
  return onlyExport({ code, program: parseSync(path, code).program, name })
}

const parts = Object.entries(RESOURCES).flatMap(([resource, exported]) =>
  Object.keys(exported).map((name) => ({ resource, name })),
)

describe('the client’s copy of a part of the contract', () => {
  test.each(parts)('$resource: $name is whole, and alone', ({ resource, name }) => {
    const copy = copyOf({ resource, name })
    expect(parseSync('copy.ts', copy).errors).toEqual([])
    expect(copy).toContain(`export const ${name} `)
    const own = new RegExp(`^export const (?!${name}\\b)(\\w+)`, 'gm')
    const others = [...copy.matchAll(own)].map(([, other = '']) => other)
    const rest = copy.replace(own, '')
    expect(others.filter((other) => !new RegExp(`\\b${other}\\b`).test(rest))).toEqual([])
  })

  test('has of an endpoint what the client reads', () => {
    const copy = copyOf({ resource: 'wallets', name: 'getWallets' })
    for (const kept of ["path: '/wallets", 'method:', 'access:', 'offline:', 'errors:', 'response:'])
      expect(copy).toContain(kept)
    for (const dropped of ['summary:', 'query:']) expect(copy).not.toContain(dropped)
    expect(copy.match(/response:/g)).toHaveLength(1)
  })

  test('leaves out the request of endpoints that a function makes', () => {
    const copy = copyOf({ resource: 'exchange', name: 'quickBuy' })
    expect(copy).not.toContain('body:')
    expect(copy).toContain('response: replyWith')
  })
})

test('a name that the file does not export is refused', () => {
  expect(() => copyOf({ resource: 'coins', name: 'getNothing' })).toThrow('getNothing')
})
