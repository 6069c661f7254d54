import { describe, expect, test } from 'vitest'
import { canonicalIntent } from '#contract/custody-approvals.ts'
import { checkLimits, type PastPayment } from '#custody/check-limits.ts'
import { parsePolicy } from '#custody/policy.ts'
import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'
import { custodyOperators } from '#tests/builders/custody-operators.ts'

const operators = custodyOperators('leila', 'omid', 'sara')
const limits = (perTransaction: string, perHour: string, perDay: string) => ({ perTransaction, perHour, perDay })
const policyText = {
  operators: operators.inPolicy,
  limits: { TETHER: { automatic: limits('100', '150', '300'), approved: limits('1000', '1500', '3000') } },
  networks: {},
}
const policy = parsePolicy(policyText)

const finest = (text: string) => parseDecimal(text, FINEST_DECIMALS) ?? 0n
const HOUR = 3_600_000
const NOW = 1_000 * HOUR
const CANONICAL = canonicalIntent(
  { id: 'payment-1', network: 'ERC20', coin: 'TETHER', to: '0xabc', amount: '5' },
  { chain: '31337', decimals: 6 },
)
const approval = (name: string, text = CANONICAL, signer = name) => operators.approval(name, text, { signer })
const past = (agoMs: number, text: string, approved = false): PastPayment => ({
  at: NOW - agoMs,
  amount: finest(text),
  approved,
})
function check(amount: string, given: Partial<Parameters<typeof checkLimits>[0]> = {}) {
  const payment = { coin: 'TETHER', amount: finest(amount), at: NOW, past: [], approvals: [], canonical: CANONICAL }
  const result = checkLimits({ ...payment, ...given }, policy)
  return Array.isArray(result) ? result : result.code
}

describe('limits', () => {
  test('let a payment pass without an operator up to each automatic limit, and not one unit more', () => {
    expect(check('100')).toEqual([])
    expect(check('100.000000000000000000000001')).toBe('APPROVALS_NEEDED')
    expect(check('50', { past: [past(HOUR - 1, '100')] })).toEqual([])
    expect(check('50.1', { past: [past(HOUR - 1, '100')] })).toBe('APPROVALS_NEEDED')
    expect(check('100', { past: [past(23 * HOUR, '100'), past(2 * HOUR, '100')] })).toEqual([])
    expect(check('100', { past: [past(23 * HOUR, '100'), past(2 * HOUR, '100.1')] })).toBe('APPROVALS_NEEDED')
  })
  test('forget a payment an hour and a day after it', () => {
    expect(check('100', { past: [past(HOUR, '100')] })).toEqual([])
    expect(check('100', { past: [past(24 * HOUR, '300')] })).toEqual([])
  })
  test('let approved payments pass up to the last limit; above it only cold storage pays', () => {
    const approvals = [approval('leila'), approval('omid')]
    expect(check('1000', { approvals })).toEqual(['leila', 'omid'])
    expect(check('1000.1', { approvals })).toBe('COLD_ONLY')
    expect(check('600', { approvals, past: [past(1, '900', true)] })).toEqual(['leila', 'omid'])
    expect(check('600.1', { approvals, past: [past(1, '900', true)] })).toBe('COLD_ONLY')
    expect(check('101', { approvals, past: [past(2 * HOUR, '2900', true)] })).toBe('COLD_ONLY')
  })
  test('of payments without an operator do not count the approved ones', () =>
    expect(check('100', { past: [past(1, '1000', true)] })).toEqual([]))
  test('of a coin that the policy does not name are none: it is refused', () =>
    expect(check('1', { coin: 'BITCOIN' })).toBe('COIN_NOT_SERVED'))
})

describe('approvals', () => {
  test('are needed of two operators: one alone, or one twice, is too few', () => {
    expect(check('500', { approvals: [approval('leila')] })).toBe('APPROVALS_NEEDED')
    expect(check('500', { approvals: [approval('leila'), approval('leila')] })).toBe('APPROVALS_NEEDED')
  })
  test('that are forged, of a stranger or of another payment are refused, however many good ones stand beside', () => {
    const good = [approval('leila'), approval('omid')]
    const other = CANONICAL.replace('"5"', '"6"')
    for (const bad of [
      approval('sara', CANONICAL, 'omid'),
      approval('sara', other),
      approval('sara', CANONICAL.replace('31337', '1')),
      { operator: 'nobody', signature: good[0]?.signature ?? '' },
      { operator: 'sara', signature: '' },
    ])
      expect(check('500', { approvals: [...good, bad] })).toBe('APPROVAL_INVALID')
  })
})

describe('a policy', () => {
  const network = { kind: 'evm', chainId: 1, confirmations: 1, feeMax: '1', coins: [{ symbol: 'ETH', decimals: 18 }] }
  test('is refused where a coin has no limits, a key stands twice, or a field is unknown', () => {
    const broken: [string, object][] = [
      ['ETH has no limits', { networks: { ERC20: network } }],
      ['share', { operators: [...policyText.operators, { ...policyText.operators[0], name: 'other' }] }],
      ['networks.ERC20', { networks: { ERC20: { ...network, perDay: '1' } } }],
      ['limits.TETHER', { limits: { TETHER: { automatic: limits('1', '1', '1') } } }],
      ['limits.TETHER', { limits: { TETHER: { automatic: limits('-1', '1', '1'), approved: limits('1', '1', '1') } } }],
      ['operators.0.publicKey', { operators: [{ name: 'a', publicKey: 'AAAA' }] }],
    ]
    for (const [words, change] of broken) expect(() => parsePolicy({ ...policyText, ...change }), words).toThrow(words)
  })
})
