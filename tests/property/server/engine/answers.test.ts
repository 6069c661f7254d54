import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answered, Answers } from '#server/engine/answers.ts'

const outcome = { kind: 'moved', seq: 1 } as const

test('an answer is found by whose key it was until it is forgotten, and nothing else is found', () => {
  const step = fc.record({
    userId: fc.integer({ min: 1, max: 5 }),
    key: fc.oneof(fc.string({ maxLength: 3 }), fc.uuid()),
    pause: fc.nat({ max: 20 }),
    keeps: fc.option(fc.nat({ max: 400 })),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 3_000, size: 'max' }), (steps) => {
      const answers = new Answers()
      const model = new Map<string, Answered>()
      let at = 0
      for (const { userId, key, pause, keeps } of steps) {
        at += pause
        const name = `${userId}:${key}`
        expect(answers.find(userId, key)).toBe(model.get(name))
        if (!model.has(name)) {
          const answered = { userId, key, fingerprint: key, outcome, at }
          answers.add(answered)
          model.set(name, answered)
        }
        if (keeps === null) continue
        answers.forget(at - keeps)
        for (const [old, answered] of model) if (answered.at < at - keeps) model.delete(old)
      }
      expect(answers.values()).toEqual([...model.values()])
      expect(answers.size).toBe(model.size)
      for (const { userId, key } of model.values()) expect(answers.find(userId, key)?.key).toBe(key)
    }),
    { numRuns: 20 },
  )
})
