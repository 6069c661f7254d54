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
    forgot: 'Forgot your password?',
  },
  entry: {
    title: 'Welcome to Kimia',
    text: 'Gold and crypto at clear prices.',
    signUp: 'Sign up',
    login: 'Log in',
  },
  signUp: {
    title: 'Create your Kimia account',
    text: 'In under a minute, with your own mobile number.',
    action: 'Sign up',
    referralCode: 'Referral code (optional)',
    accept: "I've read and accept the <terms>terms</terms>.",
    haveAccount: 'Already have an account?',
    login: 'Log in',
    faq: 'Frequently asked questions',
  },
  code: {
    of: {
      SMS: { title: 'Verification code', text: 'We texted a 6-digit code to' },
      EMAIL: { title: 'Email verification code', text: 'We emailed a 6-digit code to' },
      GOOGLE_AUTHENTICATOR: {
        title: 'Two-step verification',
        text: 'Enter the 6-digit code from your authenticator app.',
      },
    },
    changeMobile: 'Use another number',
    back: 'Back to log in',
  },
  recovery: {
    text: 'Enter one of the recovery codes you saved when you turned this on.',
    label: 'Recovery code',
    partial: 'Enter all 16 characters of the recovery code.',
    action: 'Log in with recovery code',
    toRecovery: "Can't use the app? Enter a recovery code",
    toCode: 'Use a code from the app',
  },
  forgot: {
    title: 'Forgot password',
    intro: "Enter your mobile number and we'll send you a code.",
    by: {
      label: 'How should we send the code?',
      SMS: 'Text message',
      EMAIL: 'Email',
      hint: "Choose the way your login codes don't come by, and the new password works right away; otherwise it works 24 hours later. Codes only go to a verified email.",
    },
    send: 'Send code',
    back: 'Back to log in',
    newTitle: 'New password',
    sent: {
      SMS: "If this number has an account, we've texted a code.",
      EMAIL: "If this number has an account, we've sent a code to its verified email, or texted it if there is none.",
    },
    password: 'New password',
    repeat: 'Repeat new password',
    action: 'Change password',
    hold: {
      open: 'After the change, all sessions end and withdrawals are locked for 24 hours. If your login codes come the same way as this code, the new password works 24 hours later.',
      closed:
        'After the change, all sessions end. If your login codes come the same way as this code, the new password works 24 hours later.',
    },
    done: { open: 'Password changed. Withdrawals are locked for 24 hours.', closed: 'Password changed.' },
    waiting: {
      title: 'New password saved',
      text: 'The new password works from {{at}}. Until then, nothing changes.',
      why: 'This code came the same way as your login codes. To protect your account, we wait 24 hours and have told all your contacts. If you have a passkey, log in with it until then. If you remember the old password, cancel this change in settings. Once unfrozen, an account has no old password; with a code by another way, such as your verified email, the new one works right away.',
    },
  },
  problem: {
    mobileRequired: 'Enter your mobile number.',
    mobileInvalid: "This mobile number isn't valid. Example: 09123456789",
    passwordRequired: 'Enter your password.',
    passwordShort: 'Use at least 8 characters.',
    passwordLetters: 'Use an uppercase letter, a lowercase letter and a number.',
    passwordDigits: 'Type the digits of your password as 0-9.',
    repeatRequired: 'Enter the new password again.',
    repeatDiffers: "The passwords don't match.",
    codeRequired: 'Enter all digits of the code.',
    captchaRequired: "Confirm that you're not a robot.",
    termsRequired: 'Accept the terms to sign up.',
  },
} satisfies SameKeys<typeof fa>
