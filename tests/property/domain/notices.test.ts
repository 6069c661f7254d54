import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHANNEL_RULES,
  channelsOf,
  groupOf,
  isChosen,
  isNoticeKind,
  NOTICE_CHANNELS,
  NOTICE_GROUPS,
  NOTICE_RULES,
  type NoticePreferences,
} from '#domain/notices.ts'

const KINDS = Object.keys(NOTICE_RULES).filter(isNoticeKind)
const kind = fc.constantFrom(...KINDS)
const choices: fc.Arbitrary<NoticePreferences['choices']> = fc.dictionary(
  fc.constantFrom(...NOTICE_GROUPS),
  fc.dictionary(fc.constantFrom(...NOTICE_CHANNELS), fc.boolean()),
)

describe('whatever a user chooses', () => {
  test('what protects the account goes by SMS and e-mail, and the login of a program by e-mail alone', () => {
    fc.assert(
      fc.property(kind, choices, (each, chosen) => {
        const ways = channelsOf(each, { choices: chosen })
        if (groupOf(each) !== 'SECURITY') return
        expect(ways).toContain('EMAIL')
        expect(ways.includes('SMS')).toBe(each !== 'PROGRAM_LOGIN')
      }),
    )
  })

  test('nothing goes a way that is not offered, or that was switched off', () => {
    fc.assert(
      fc.property(kind, choices, (each, chosen) => {
        const group = groupOf(each)
        for (const channel of channelsOf(each, { choices: chosen })) {
          expect(CHANNEL_RULES[group]).toHaveProperty(channel)
          expect(isChosen({ choices: chosen }, { group, channel })).toBe(true)
          if (chosen[group]?.[channel] === false) expect(group).toBe('SECURITY')
        }
      }),
    )
  })
})

test('who has chosen nothing gets no SMS of orders, deposits or news, and none at all of an own cancellation', () => {
  const bySms = KINDS.filter((each) => channelsOf(each, { choices: {} }).includes('SMS'))
  expect(bySms.filter((each) => /^(ORDER|DEPOSIT|TICKET|PRICE|BROADCAST)/.test(each))).toEqual([])
  expect(bySms).toContain('WITHDRAWAL_SENT')
  expect(channelsOf('ORDER_CANCELLED', { choices: { ORDERS: { PUSH: true, EMAIL: true } } })).toEqual([])
})
