import { expect, test } from 'vitest'
import { words as en } from '#contract/words/en/entry-kinds.ts'
import { words as fa } from '#contract/words/fa/entry-kinds.ts'
import { accountOf, ENTRY_KINDS, type LedgerAccount, mayGoNegative, ownerIdOf, ownersOf } from '#domain/ledger.ts'
import { accountName } from '#server/console/reports/report-words.ts'

test('an account keeps its number, which stands in postings for ever', () => {
  const accounts: LedgerAccount[] = [
    ...([
      'creditLine',
      'hot/BTC',
      'hot/EGLD',
      'cold/ERC20',
      'feesPaid/TRC20',
      'gateway/ZARINPAL',
      'gateway/VANDAR',
    ] as const),
    ...(['bank/1', 'bank/99', 'feesCharged/BTC', 'suspense/BTC', 'suspense/BANK', 'transit/USER'] as const),
    ...(['delivered/GOLD', 'deliveryFees/GOLD'] as const),
  ]
  const numbers = [-6, -101, -114, -208, -306, -401, -402, -501, -599, -1_101, -1_201, -1_215, -1_301, -1_401, -1_501]
  expect(accounts.map(ownerIdOf)).toEqual(numbers)
  expect(new Set(ownersOf()).size).toBe(ownersOf().length)
  expect(() => ownerIdOf('bank/100')).toThrow('bank/100')
})

test('only accounts that mirror what is outside, or what the exchange lends, may fall below zero', () => {
  const outside = ownersOf('creditLine', 'hot', 'cold', 'feesPaid', 'gateway', 'bank')
  expect(ownersOf().filter(mayGoNegative).sort()).toEqual(outside.sort())
  expect([1, 0, 401].some(mayGoNegative)).toBe(false)
})

test('every account and every kind of entry has a name in both languages', () => {
  const nameOf = (account: LedgerAccount, language: 'fa' | 'en') =>
    accountName(BigInt(ownerIdOf(account)), { systemUsers: new Map([[7n, 'FROZEN']]), language })
  expect(nameOf('hot/TRC20', 'fa')).toBe('کیف پول گرم TRC20 (-106)')
  expect(nameOf('suspense/BANK', 'en')).toBe('Unidentified deposits bank (-1215)')
  expect(nameOf('gateway/ZARINPAL', 'fa')).toBe('درگاه پرداخت زرین‌پال (-401)')
  expect(nameOf('gateway/VANDAR', 'en')).toBe('Payment gateway Vandar (-402)')
  expect(nameOf('bank/2', 'en')).toBe('Bank account 2 (-502)')
  for (const ownerId of ownersOf()) expect(accountOf(ownerId)?.ownerId).toBe(ownerId)
  expect(ENTRY_KINDS.filter((kind) => !fa[kind] || !en[kind])).toEqual([])
})
