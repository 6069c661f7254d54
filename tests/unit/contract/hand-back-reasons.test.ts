import { expect, test } from 'vitest'
import { HAND_BACK_REASONS, handBackSentence } from '#contract/hand-back-reasons.ts'

test.each([
  ['BLURRED', HAND_BACK_REASONS.BLURRED.en],
  ['BLURRED CARD', `${HAND_BACK_REASONS.BLURRED.en} ${HAND_BACK_REASONS.CARD.en}`],
  ['Not a NAME', 'Not a NAME'],
  ['BLURRED, and toString', 'BLURRED, and toString'],
  ['CARD toString', 'CARD toString'],
])('the reason "%s" is read as "%s"', (reason, sentence) => {
  expect(handBackSentence(reason, 'en')).toBe(sentence)
})
