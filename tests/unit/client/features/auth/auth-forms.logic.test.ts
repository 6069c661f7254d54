import { describe, expect, test } from 'vitest'
import {
  EMPTY_LOGIN,
  reduceLogin,
  reduceSignUp,
  type SignUpForm,
  validateLogin,
  validateSignUp,
} from '#client/features/auth/auth-forms.logic.ts'

const EMPTY: SignUpForm = { mobileNumber: '', password: '', referralCode: '', acceptedTerms: false }
const READY: SignUpForm = { ...EMPTY, mobileNumber: '09123456789', password: 'Abcdef12', acceptedTerms: true }

describe('the mobile field', () => {
  test.each([
    ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
    ['٠٩١٢٣٤٥٦٧٨٩', '09123456789'],
    ['0912 345-6789', '09123456789'],
    ['+98 912 345 6789', '09123456789'],
    ['00989123456789', '09123456789'],
    ['091234567890', '09123456789'],
    ['0912abc', '0912'],
  ])('%j becomes %j', (text, kept) => {
    expect(reduceLogin(EMPTY_LOGIN, { mobileNumber: text }).mobileNumber).toBe(kept)
  })
})

describe('a login', () => {
  test('needs both fields', () => {
    expect(validateLogin(EMPTY_LOGIN)).toEqual({ mobileNumber: 'mobileRequired', password: 'passwordRequired' })
  })

  test('accepts any password, since only the server knows the old ones', () => {
    expect(validateLogin({ mobileNumber: '09123456789', password: 'x' })).toEqual({})
  })
})

describe('a sign-up', () => {
  test('is ready with a mobile, a strong password and the terms', () => {
    expect(validateSignUp(READY)).toEqual({})
  })

  test.each([
    ['Abcde12', 'passwordShort'],
    ['abcdef12', 'passwordLetters'],
    ['ABCDEF12', 'passwordLetters'],
    ['Abcdefgh', 'passwordLetters'],
  ])('says of %j what is wrong with it: %s', (password, problem) => {
    expect(validateSignUp({ ...READY, password })).toEqual({ password: problem })
  })

  test('needs the terms and a real mobile', () => {
    expect(validateSignUp({ ...READY, acceptedTerms: false, mobileNumber: '02122334455' })).toEqual({
      mobileNumber: 'mobileInvalid',
      acceptedTerms: 'termsRequired',
    })
  })

  test('writes the referral code in capitals', () => {
    expect(reduceSignUp(EMPTY, { referralCode: ' k7q2zd ' }).referralCode).toBe('K7Q2ZD')
  })
})
