import { describe, expect, test } from 'vitest'
import { parseEmailAddress } from '#domain/email-address.ts'

describe('an e-mail address', () => {
  test.each([
    ['mina@example.com', 'mina@example.com'],
    [' Mina.Karimi+kimia@Example.CO.uk ', 'mina.karimi+kimia@example.co.uk'],
    ['o_reilly-1@sub.example.museum', 'o_reilly-1@sub.example.museum'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(parseEmailAddress(typed)).toBe(kept)
  })

  test.each([
    '',
    'mina',
    '@example.com',
    'mina@',
    'mina@example',
    'mina@example.c',
    'mina@@example.com',
    'mina@exa mple.com',
    'mina@example..com',
    'mina@example.com\r\nBcc: all@example.com',
    'Mina <mina@example.com>',
    'a,b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `mina@${'a'.repeat(250)}.com`,
  ])('%j is none', (typed) => {
    expect(parseEmailAddress(typed)).toBeUndefined()
  })
})

test('an address in Persian digits is the same mailbox as in Latin ones', () => {
  expect(parseEmailAddress('walker۲@example.com')).toBe('walker2@example.com')
  expect(parseEmailAddress('walker٣@example.com')).toBe('walker3@example.com')
})
