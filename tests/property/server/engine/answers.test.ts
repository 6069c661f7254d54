import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredAnswer } from '#domain/outcome.ts'
import { ANSWERS_KEPT_MS, Answers } from '#server/engine/state.ts'

const outcome = { kind: 'moved', seq: 1 } as const

test('an answer is found by whose key it was for a day; memory is bounded, and knows when the database has more', () => {
  const step = fc.record({
    userId: fc.integer({ min: 1, max: 5 }),
    key: fc.oneof(fc.string({ maxLength: 3 }), fc.uuid()),
    pause: fc.oneof(
      { weight: 9, arbitrary: fc.nat({ max: 60_000 }) },
      { weight: 1, arbitrary: fc.nat({ max: ANSWERS_KEPT_MS }) },
    ),
  })
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 500, size: 'max' }),
      fc.integer({ min: 1, max: 200 }),
      (steps, max) => {
        const answers = new Answers(max)
        /** All answers ever given, by name, as a database holds them. */
        const all = new Map<string, StoredAnswer>()
        let now = 2 * ANSWERS_KEPT_MS
        for (const { userId, key, pause } of steps) {
          now += pause
          const name = `${userId}:${key}`
          const stored = all.get(name)
          const wanted = stored && stored.at >= now - ANSWERS_KEPT_MS ? stored : undefined
          const found = answers.find(userId, key, now)
          if (found || answers.isComplete(now)) expect(found).toBe(wanted)
          expect(answers.size).toBeLessThanOrEqual(max)
          if (wanted) continue
          const answered = { userId, key, fingerprint: key, outcome, at: now }
          answers.add(answered)
          answers.trim()
          all.set(name, answered)
        }
        if (all.size <= max) expect(answers.isComplete(now)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
