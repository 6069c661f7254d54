import type { words as fa } from '../fa/auth.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  mobile: 'Mobile number',
  password: 'Password',
  login: {
    title: 'Log in to Kimia',
    text: 'Welcome back.',
    ended: 'Your session has ended. Log in again.',
    action: 'Log in',
    noAccount: "Don't have an account?",
    signUp: 'Sign up',
  },
  signUp: {
    title: 'Create your Kimia account',
    text: 'In under a minute, with your own mobile number.',
    action: 'Sign up',
    referralCode: 'Referral code (optional)',
    accept: "I've read and accept the <terms>terms</terms>.",
    haveAccount: 'Already have an account?',
    login: 'Log in',
  },
  code: {
    title: 'Verification code',
    text: 'We texted a 6-digit code to',
    changeMobile: 'Change mobile number',
  },
  problem: {
    mobileRequired: 'Enter your mobile number.',
    mobileInvalid: "This mobile number isn't valid. Example: 09123456789",
    passwordRequired: 'Enter your password.',
    passwordWeak: 'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
    termsRequired: 'Accept the terms to sign up.',
  },
  terms: { title: 'Terms' },
} satisfies SameKeys<typeof fa>
