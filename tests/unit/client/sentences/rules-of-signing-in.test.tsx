import { screen } from '@testing-library/react'
import { IdentityScreen } from '#client/features/account/identity-screen.tsx'
import { CodeScreen } from '#client/features/auth/code-screen.tsx'
import { ForgetScreen } from '#client/features/auth/forget-screen.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { NewPasswordScreen } from '#client/features/auth/new-password-page.tsx'
import { SignUpScreen } from '#client/features/auth/sign-up-screen.tsx'
import { PasswordSection } from '#client/features/settings/password-section.tsx'
import { words as en } from '#client/locales/en/auth.ts'
import { words as fa } from '#client/locales/fa/auth.ts'
import { sendIdentityCode } from '#contract/account-form.ts'
import { register } from '#contract/users.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { fill, press, submit, tick, write } from './act.ts'
import { type Rule, testRules } from './meet-rules.tsx'

const nothing = () => undefined
const WORDS = { fa, en }
const MOBILE = '09123456789'
const PASSWORD = 'Zafaran-99'

const MOBILE_REQUIRED = ['mobileNumber', 'شمارهٔ موبایل را وارد کنید.', 'Enter your mobile number.'] as const
const MOBILE_INVALID = [
  'mobileNumber',
  'شمارهٔ موبایل معتبر نیست؛ نمونه: ۰۹۱۲۳۴۵۶۷۸۹',
  "This mobile number isn't valid. Example: 09123456789",
] as const
const PASSWORD_REQUIRED = ['password', 'رمز عبور را وارد کنید.', 'Enter your password.'] as const
const SHORT = ['رمز عبور باید حداقل ۸ کاراکتر باشد.', 'Use at least 8 characters.'] as const
const LETTERS = [
  'رمز عبور باید شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.',
  'Use an uppercase letter, a lowercase letter and a number.',
] as const
const REPEAT_DIFFERS = ['repeat', 'تکرار با رمز عبور جدید مطابقت ندارد.', "The passwords don't match."] as const
const CODE_PARTIAL = ['همهٔ رقم‌های کد را وارد کنید.', 'Enter all digits of the code.'] as const

const signUp = <SignUpScreen next={undefined} referralCode="" onCodeSent={nothing} onSignedUp={nothing} />
const reset = (
  <NewPasswordScreen channel="SMS" mobileNumber={MOBILE} expiresAt={Date.now() + 120_000} onChanged={nothing} />
)
const writeCode = (code: string) => write(/6-digit code|کد ۶ رقمی/, code)
const resetTo = (password: string, repeat: string) => async () => {
  await writeCode('123456')
  await fill({ password, repeat })
  await submit()
}
const change = (oldPassword: string, password: string, repeat: string) => async () => {
  await fill({ oldPassword, password, repeat })
  await submit()
}
const pending = (twoStep: 'SMS' | 'GOOGLE_AUTHENTICATOR') => ({
  mobileNumber: MOBILE,
  contact: '0912***6789',
  expiresAt: Date.now() + 120_000,
  twoStep,
})

const RULES: readonly Rule[] = [
  {
    name: 'a login needs a number and a password',
    part: <LoginScreen next={undefined} onCodeSent={nothing} />,
    act: submit,
    read: [MOBILE_REQUIRED, PASSWORD_REQUIRED],
  },
  {
    name: 'a login needs a number that can be one',
    part: <LoginScreen next={undefined} onCodeSent={nothing} />,
    act: async () => {
      await fill({ mobileNumber: '0912345' })
      await submit()
    },
    read: [MOBILE_INVALID],
  },
  {
    name: 'a forgotten password needs a number',
    part: <ForgetScreen onAsked={nothing} />,
    act: submit,
    read: [MOBILE_REQUIRED],
  },
  {
    name: 'a sign-up needs a number, a password and the terms',
    part: signUp,
    act: submit,
    read: [
      MOBILE_REQUIRED,
      PASSWORD_REQUIRED,
      ['acceptedTerms', 'برای ثبت‌نام، قوانین و مقررات را بپذیرید.', 'Accept the terms to sign up.'],
    ],
  },
  {
    name: 'a sign-up needs the captcha where it is asked for',
    part: signUp,
    answers: [
      mockEndpoint(register, refuseWith('CAPTCHA_REQUIRED', { captcha: false, provider: 'sandbox', siteKey: 'key' })),
    ],
    act: async () => {
      await fill({ mobileNumber: MOBILE, password: PASSWORD })
      await tick('acceptedTerms')
      await submit()
    },
    read: [[undefined, 'تأیید کنید که ربات نیستید.', "Confirm that you're not a robot."]],
  },
  {
    name: 'a password has eight characters',
    part: signUp,
    act: async () => {
      await fill({ password: 'Abc-123' })
      await submit()
    },
    read: [['password', ...SHORT]],
  },
  ...['abcdefg1', 'ABCDEFG1', 'Abcdefgh'].map((password) => ({
    name: `a password has both cases and a number, unlike ${password}`,
    part: signUp,
    act: async () => {
      await fill({ password })
      await submit()
    },
    read: [['password', ...LETTERS]] as const,
  })),
  {
    name: 'a reset needs the code, the password and its repeat',
    part: reset,
    act: submit,
    read: [
      [undefined, ...CODE_PARTIAL],
      PASSWORD_REQUIRED,
      ['repeat', 'رمز عبور جدید را دوباره وارد کنید.', 'Enter the new password again.'],
    ],
  },
  { name: 'the repeat of a reset differs', part: reset, act: resetTo(PASSWORD, 'Zafaran-98'), read: [REPEAT_DIFFERS] },
  {
    name: 'the password of a reset is short',
    part: reset,
    act: resetTo('Abc-12', 'Abc-12'),
    read: [['password', ...SHORT]],
  },
  {
    name: 'the password of a reset has one case',
    part: reset,
    act: resetTo('abcdefg1', 'abcdefg1'),
    read: [['password', ...LETTERS]],
  },
  {
    name: 'a code of a login has six digits',
    part: <CodeScreen pending={pending('SMS')} back={null} onSignedIn={nothing} />,
    act: async () => {
      await writeCode('12345')
      await submit()
    },
    read: [[undefined, ...CODE_PARTIAL]],
  },
  {
    name: 'a code of an authenticator has six digits',
    part: <CodeScreen pending={pending('GOOGLE_AUTHENTICATOR')} back={null} onSignedIn={nothing} />,
    act: async () => {
      await writeCode('12345')
      await submit()
    },
    read: [[undefined, ...CODE_PARTIAL]],
  },
  {
    name: 'a recovery code has sixteen characters',
    part: <CodeScreen pending={pending('GOOGLE_AUTHENTICATOR')} back={null} onSignedIn={nothing} />,
    act: async (language) => {
      await press(WORDS[language].recovery.toRecovery)
      await fill({ recoveryCode: 'ABCD-EFGH' })
      await submit()
    },
    read: [
      ['recoveryCode', 'همهٔ ۱۶ کاراکتر کد بازیابی را وارد کنید.', 'Enter all 16 characters of the recovery code.'],
    ],
  },
  {
    name: 'the code of the identity has five digits',
    part: <IdentityScreen back={null} onVerified={nothing} onNotAwaited={nothing} />,
    answers: [mockEndpoint(sendIdentityCode, { baseDTO: { expiresInSeconds: 120 } })],
    act: async () => {
      await submit()
      await write(/5-digit code|کد ۵ رقمی/, '1234')
      await submit()
    },
    read: [[undefined, ...CODE_PARTIAL]],
  },
  {
    name: 'the time of a code is over',
    part: <CodeScreen pending={{ ...pending('SMS'), expiresAt: 0 }} back={null} onSignedIn={nothing} />,
    act: async () => {
      await screen.findByRole('alert')
    },
    read: [[undefined, 'زمان این کد تمام شد؛ کد جدید بگیرید.', 'This code has expired. Get a new one.']],
  },
  {
    name: 'a change of the password needs all three',
    part: <PasswordSection />,
    act: submit,
    read: [
      ['oldPassword', 'رمز عبور فعلی را وارد کنید.', 'Enter your current password.'],
      ['password', 'رمز عبور جدید را وارد کنید.', 'Enter a new password.'],
      ['repeat', 'رمز عبور جدید را دوباره وارد کنید.', 'Enter the new password again.'],
    ],
  },
  {
    name: 'the new password is short',
    part: <PasswordSection />,
    act: change('Zaferan12', 'Abc-12', 'Abc-12'),
    read: [['password', ...SHORT]],
  },
  {
    name: 'the new password has one case',
    part: <PasswordSection />,
    act: change('Zaferan12', 'abcdefg1', 'abcdefg1'),
    read: [['password', ...LETTERS]],
  },
  {
    name: 'the repeat of the new password differs',
    part: <PasswordSection />,
    act: change('Zaferan12', PASSWORD, 'Zafaran-98'),
    read: [REPEAT_DIFFERS],
  },
  {
    name: 'the present password cannot be one',
    part: <PasswordSection />,
    act: change('short', PASSWORD, PASSWORD),
    read: [
      [
        'oldPassword',
        'رمز عبور فعلی معتبر نیست؛ حداقل ۸ کاراکتر و شامل حرف بزرگ و کوچک انگلیسی و عدد است.',
        "This current password isn't valid. It has at least 8 characters with an uppercase letter, a lowercase letter and a number.",
      ],
    ],
  },
]

testRules(RULES)
