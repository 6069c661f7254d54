import type { words as fa } from '../fa/auth.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  mobile: 'Mobile number',
  password: 'Password',
  login: {
    title: 'Log in to Kimia',
    text: 'Welcome back.',
    action: 'Log in',
    noAccount: 'No account yet?',
    signUp: 'Register',
  },
  signUp: {
    title: 'Open a Kimia account',
    text: 'Less than a minute, with your own mobile number.',
    action: 'Register',
    referralCode: 'Referral code (optional)',
    terms: 'The terms',
    accept: 'have been read, and I accept them.',
    haveAccount: 'Registered already?',
    login: 'Log in',
  },
  rules: {
    label: 'What the password needs',
    met: 'met',
    unmet: 'not met',
    length: 'At least 8 characters',
    upper: 'An uppercase letter',
    lower: 'A lowercase letter',
    digit: 'A number',
  },
  code: {
    title: 'Confirmation code',
    text: 'We sent a six-digit code to',
    changeMobile: 'Change the mobile number',
  },
  problem: {
    mobileRequired: 'Enter your mobile number.',
    mobileInvalid: 'This is not a mobile number; for example 09123456789',
    passwordRequired: 'Enter your password.',
    passwordWeak:
      'The password must be at least 8 characters and include an uppercase letter, a lowercase letter and a number.',
    termsRequired: 'Please accept the terms to sign up.',
  },
  terms: { title: 'Terms' },
} satisfies SameKeys<typeof fa>
