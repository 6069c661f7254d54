import fc from 'fast-check'
import { describe, test } from 'vitest'
import { checkLimits, type PastPayment } from '#custody/check-limits.ts'
import { parsePolicy } from '#custody/policy.ts'
import { FINEST_DECIMALS, powerOfTen } from '#domain/decimal.ts'

const limits = (perTransaction: string, perHour: string, perDay: string) => ({ perTransaction, perHour, perDay })
const policy = parsePolicy({
  operators: [],
  limits: { TETHER: { automatic: limits('40', '100', '250'), approved: limits('400', '1000', '2500') } },
  networks: {},
})
const WHOLE = powerOfTen(FINEST_DECIMALS)
const HOUR = 3_600_000

/** Amounts and the times between them, with many at the limits. */
const wanted = fc.array(
  fc.record({
    amount: fc.oneof(fc.bigInt(1n, 45n * WHOLE), fc.constantFrom(40n * WHOLE, 20n * WHOLE, 1n)),
    afterMs: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR }), fc.constantFrom(0, HOUR - 1, HOUR, HOUR + 1)),
  }),
  { maxLength: 120 },
)

describe('no sequence of payments without an operator', () => {
  const spans: [string, number, bigint][] = [
    ['hour', HOUR, 100n * WHOLE],
    ['day', 24 * HOUR, 250n * WHOLE],
  ]
  test.each(spans)('passes the limit of any %s', (_, spanMs, most) =>
    fc.assert(
      fc.property(wanted, (sequence) => {
        const past: PastPayment[] = []
        let at = 0
        for (const { amount, afterMs } of sequence) {
          at += afterMs
          const payment = { coin: 'TETHER', amount, at, past, approvals: [], canonical: '' }
          if (Array.isArray(checkLimits(payment, policy))) past.push({ at, amount, approved: false })
        }
        return past.every(({ at: end }) => {
          const within = past.filter((each) => each.at <= end && each.at > end - spanMs)
          return within.reduce((sum, { amount }) => sum + amount, 0n) <= most
        })
      }),
      { numRuns: 300 },
    ),
  )
})
