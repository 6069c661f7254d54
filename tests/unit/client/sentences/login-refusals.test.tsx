import { useQuery } from '@tanstack/react-query'
import { vi } from 'vitest'
import { CodeScreen } from '#client/features/auth/code-screen.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { NewPasswordScreen } from '#client/features/auth/new-password-page.tsx'
import { PasskeyLogin } from '#client/features/auth/passkey-login.tsx'
import { continueWithProvider } from '#client/features/auth/sign-on.commands.ts'
import { SignOnRefusal } from '#client/features/auth/sign-on-refusal.tsx'
import { SignOnRegisterScreen } from '#client/features/auth/sign-on-register-screen.tsx'
import { SignUpScreen } from '#client/features/auth/sign-up-screen.tsx'
import { FreezePage } from '#client/features/freeze/freeze-page.tsx'
import { words as freezeEn } from '#client/locales/en/freeze.ts'
import { words as passkeysEn } from '#client/locales/en/passkeys.ts'
import { words as freezeFa } from '#client/locales/fa/freeze.ts'
import { words as passkeysFa } from '#client/locales/fa/passkeys.ts'
import { beginPasskeyLogin, loginByPasskey } from '#contract/passkeys.ts'
import { freezeByToken } from '#contract/security.ts'
import { continueSignOn, registerBySignOn } from '#contract/sign-on.ts'
import { checkOtpCode, login, register, resendOtpCode, resetPassword } from '#contract/users.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { fill, press, submit, tick, write } from './act.ts'
import { type Meeting, testRefusals } from './meet-refusals.tsx'

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<typeof import('@simplewebauthn/browser')>()),
  browserSupportsWebAuthn: () => true,
  startAuthentication: async () => ({
    id: 'AAAA',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }),
}))

const WORDS = { fa: { passkeys: passkeysFa, freeze: freezeFa }, en: { passkeys: passkeysEn, freeze: freezeEn } }
const MOBILE = '09123456789'
const PASSWORD = 'Zafaran-99'
const nothing = () => undefined

const atLogin: Meeting = {
  part: <LoginScreen next={undefined} onCodeSent={nothing} />,
  refused: login,
  act: async () => {
    await fill({ mobileNumber: MOBILE, password: PASSWORD })
    await submit()
  },
}
const WIDGET = { captcha: false, provider: 'sandbox', siteKey: 'sandbox-site-key' }

const atSignUp: Meeting = {
  part: <SignUpScreen next={undefined} referralCode="K7Q2ZDXY" onCodeSent={nothing} onSignedUp={nothing} />,
  refused: register,
  act: async () => {
    await fill({ mobileNumber: MOBILE, password: PASSWORD })
    await tick('acceptedTerms')
    await submit()
  },
}

const pending = (expiresAt: number) => ({ mobileNumber: MOBILE, contact: '0912***6789', expiresAt })
const atCode: Meeting = {
  part: <CodeScreen pending={pending(Date.now() + 120_000)} back={null} onSignedIn={nothing} />,
  refused: checkOtpCode,
  act: () => write(/6-digit code|کد ۶ رقمی/, '123456'),
}
/** The first code has expired, and the user requests another. */
const atResend: Meeting = {
  part: <CodeScreen pending={pending(Date.now() - 1)} back={null} onSignedIn={nothing} />,
  refused: resendOtpCode,
  act: () => submit(),
}

const atNewPassword: Meeting = {
  part: <NewPasswordScreen channel="SMS" mobileNumber={MOBILE} expiresAt={Date.now() + 120_000} onChanged={nothing} />,
  refused: resetPassword,
  act: async () => {
    await write(/6-digit code|کد ۶ رقمی/, '123456')
    await fill({ password: PASSWORD, repeat: PASSWORD })
    await submit()
  },
}

const QUESTION = {
  flowToken: 'flow',
  options: {
    challenge: 'AAAA',
    rpId: 'kimia.example',
    timeout: 300_000,
    userVerification: 'required' as const,
    allowCredentials: [],
  },
}
const atPasskey: Meeting = {
  part: <PasskeyLogin onLoggedIn={nothing} />,
  refused: loginByPasskey,
  answers: [mockEndpoint(beginPasskeyLogin, { baseDTO: QUESTION })],
  act: (language) => press(WORDS[language].passkeys.login.action),
}

const atSignOn: Meeting = {
  part: <SignOnRegisterScreen onCodeSent={nothing} />,
  refused: registerBySignOn,
  act: async () => {
    await fill({ mobileNumber: MOBILE })
    await tick('acceptedTerms')
    await submit()
  },
}

/** Mounts the page to which single sign-on returns. */
function FromProvider() {
  const { error } = useQuery({ queryKey: ['back'], queryFn: continueWithProvider })
  return error && <SignOnRefusal error={error} />
}
const fromProvider: Meeting = { part: <FromProvider />, refused: continueSignOn, act: async () => undefined }

const atFreeze: Meeting = {
  part: <FreezePage token="a-token-of-a-warning" frozen={false} onFrozen={nothing} />,
  refused: freezeByToken,
  act: (language) => press(WORDS[language].freeze.action),
}

testRefusals<'login'>({
  INVALID_MOBILE: atSignUp,
  WEAK_PASSWORD: { ...atNewPassword, field: 'password' },
  PASSWORD_TOO_COMMON: { ...atNewPassword, field: 'password' },
  PASSWORD_HAS_NUMBER: { ...atSignUp, field: 'password' },
  TERMS_NOT_ACCEPTED: atSignUp,
  REFERRAL_CODE_UNKNOWN: { ...atSignUp, field: 'referralCode' },
  INCORRECT_CREDENTIALS: atLogin,
  LOGIN_NOT_ALLOWED: atLogin,
  SIGN_IN_BUSY: atLogin,
  CAPTCHA_REQUIRED: { ...atLogin, details: WIDGET },
  CAPTCHA_REFUSED: { ...atLogin, details: WIDGET },
  MOBILE_ALREADY_REGISTERED: atCode,
  INCORRECT_OTP: atCode,
  CODE_EXPIRED: { ...atNewPassword, field: 'code' },
  TOO_MANY_TRIES: atCode,
  SMS_OTP_UNAVAILABLE: atLogin,
  EMAIL_OTP_UNAVAILABLE: atResend,
  PASSKEY_EXPIRED: atPasskey,
  PASSKEY_REFUSED: atPasskey,
  SIGN_ON_EXPIRED: atSignOn,
  SIGN_ON_EMAIL_TAKEN: fromProvider,
  FREEZE_LINK_INVALID: atFreeze,
  BAD_REQUEST: atLogin,
  TOO_MANY_REQUESTS: atLogin,
  INTERNAL: atLogin,
  UNAVAILABLE: atLogin,
})
