import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answered, Answers } from '#server/engine/answers.ts'
import { Slots } from '#server/engine/slots.ts'
import { HASH_SECRET } from '#tests/builders/hash-secret.ts'

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
      const answers = new Answers(HASH_SECRET)
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

test('numbers stand where their hashes lead, however many share a place', () => {
  // Neighbours, the same, and places that the growing table folds into one or tells apart.
  const hash = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat({ max: 3 })).map(([low, high]) => low + high * 1_024)
  const step = fc.record({ hash, leaves: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 2_000, size: 'max' }), (steps) => {
      const slots = new Slots()
      const model = new Map<number, number[]>()
      steps.forEach(({ hash, leaves }, number) => {
        const standing = model.get(hash) ?? []
        if (leaves && standing.length > 0) {
          const slot = slots.find(hash, slots.home(hash))
          model.set(
            hash,
            standing.filter((each) => each !== slots.numberAt(slot)),
          )
          slots.free(slot)
        } else {
          slots.add(hash, number)
          model.set(hash, [...standing, number])
        }
      })
      for (const [hash, standing] of model) {
        const found: number[] = []
        for (let slot = slots.find(hash, slots.home(hash)); slot >= 0; slot = slots.find(hash, slots.after(slot)))
          found.push(slots.numberAt(slot))
        expect(found.sort((a, b) => a - b)).toEqual(standing)
      }
    }),
    { numRuns: 30 },
  )
})
