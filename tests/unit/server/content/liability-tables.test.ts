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
const EARLIER = { number: '2', at: '2026-11-28T10:00:00.000Z', fingerprint: 'cd'.repeat(32) }
const draw = (newest: PublishedLiabilities | undefined, language: 'fa' | 'en') => {
  const listed = newest ? [{ number: '3', at: statement.at, fingerprint: NEWEST.fingerprint }, EARLIER] : []
  const live = liabilityTables({ version: '1', newest, listed }, { coins, language })
  return { live, page: new DOMParser().parseFromString(live.html, 'text/html').body }
}
const rowsOf = (table: Element | undefined) =>
  [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map((cell) => cell.textContent))

test('a reader without scripts sees totals beside what is held, the signature, the addresses, and where the files are', () => {
  const { page, live } = draw(NEWEST, 'en')
  const text = page.textContent ?? ''
  for (const shown of [NEWEST.fingerprint, statement.publicKey, statement.signature, statement.coins[0]?.root])
    expect(text).toContain(shown)
  const [totals, addresses, earlier] = page.querySelectorAll('table')
  expect(rowsOf(totals)).toEqual([
    [GOLD.englishName, '1,235', '—'],
    ['TETHER', '0', '12.5'],
  ])
  expect(rowsOf(addresses)).toHaveLength(1)
  expect(addresses?.textContent).toMatch(/<0xhot>.*Kimia proves.*12\.5 TETHER/)
  expect(rowsOf(earlier)[0]?.[1]).toBe(EARLIER.fingerprint)
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/profile/liabilities',
    '/api/liabilities/3',
    '/check-liabilities.mjs',
    '/api/liabilities/2',
  ])
  expect(text).toContain('node check-liabilities.mjs kimia-liabilities-3.json kimia-statement-3.json')
  expect(live.answers[0]?.reply).toMatchObject({ baseDTO: NEWEST })
})

test('a network that did not answer is named, also where no address holds anything', () => {
  const reserves = { at: '2026-11-29T10:01:00.000Z', addresses: [], missing: ['TRC20' as const] }
  expect(draw({ ...NEWEST, reserves }, 'en').page.textContent).toMatch(/didn't answer at that time.*TRC20/)
  expect(draw(NEWEST, 'en').page.textContent).not.toContain("didn't answer")
})

test('the Persian page has Persian figures, and its hashes run from left to right', () => {
  const { page } = draw(NEWEST, 'fa')
  expect(page.textContent).toContain('۱٬۲۳۵')
  expect([...page.querySelectorAll('code')].every((code) => code.dir === 'ltr')).toBe(true)
})

test('before the first statement the page says so', () => {
  expect(draw(undefined, 'en').page.textContent).toMatch(/Check my proof.*No statement is published yet\.$/)
})
