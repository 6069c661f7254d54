// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { PublishedLiabilities } from '#contract/liabilities.ts'
import { liabilityTables } from '#server/content/liability-tables.ts'
import { GOLD } from '#tests/builders/coins.ts'
import { plantTree } from '#tests/builders/liability-tree.ts'

const { statement } = plantTree([
  { holder: '+989121234567', amount: 1_234_500n },
  { holder: '+989121234568', amount: 500n },
])
const NEWEST: PublishedLiabilities = {
  statement,
  fingerprint: 'ab'.repeat(32),
  reserves: {
    at: '2026-11-29T10:01:00.000Z',
    addresses: [
      {
        ...{ network: 'ERC20', kind: 'HOT', address: '<0xhot>', coins: [{ coin: 'TETHER', amount: '12.5' }] },
        attestation: { scheme: 'EIP-191', message: 'Kimia proves', signature: '0xsigned' },
      },
      { network: 'ERC20', kind: 'DEPOSITS', address: null, coins: [], attestation: null },
    ],
  },
}
const coins = new Map([['GOLD', GOLD]])
const draw = (newest: PublishedLiabilities | undefined, language: 'fa' | 'en') => {
  const live = liabilityTables({ version: '1', newest, listed: [] }, { coins, language })
  return { live, page: new DOMParser().parseFromString(live.html, 'text/html').body }
}

test('a reader without scripts sees totals, the signature, the addresses beside them, and where the files are', () => {
  const { page, live } = draw(NEWEST, 'en')
  const text = page.textContent ?? ''
  for (const shown of [NEWEST.fingerprint, statement.publicKey, statement.signature, statement.coins[0]?.root])
    expect(text).toContain(shown)
  expect(text).toMatch(/1,235/)
  expect(text).toContain('<0xhot>')
  expect(text).toContain('Kimia proves')
  expect(text).toMatch(/12\.5 TETHER/)
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/api/liabilities/3',
    '/check-liabilities.mjs',
  ])
  expect(live.answers[0]?.reply).toMatchObject({ baseDTO: NEWEST })
})

test('the Persian page has Persian figures, and its hashes run from left to right', () => {
  const { page } = draw(NEWEST, 'fa')
  expect(page.textContent).toContain('۱٬۲۳۵')
  expect([...page.querySelectorAll('code')].every((code) => code.dir === 'ltr')).toBe(true)
})

test('before the first statement the page says so', () => {
  expect(draw(undefined, 'en').page.textContent).toBe('No statement is published yet.')
})
