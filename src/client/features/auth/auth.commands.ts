import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { readSession, type Session, sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { type CodeDeadline, deadlineIn } from '#client/lib/sent-code.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { checkOtpCode, forgetPassword, login, register, resendOtpCode, resetPassword } from '#contract/users.ts'
import type { LoginForm, SignUpForm } from './auth-forms.logic.ts'
import { keepSentCode, type PendingCode, type PendingReset, pendingCode, pendingReset } from './pending-code.ts'

/** The captcha's response, if one was required. */
type Answered = { captchaResponse?: string }

/** Sends mobile number and password; the second step that the user has chosen follows. */
export function useLogin(next: string | undefined) {
  return useMutation({
    mutationFn: async ({ mobileNumber, password, ...captcha }: LoginForm & Answered) => {
      const body = { mobileNumber, password, authenticationType: 'SMS' as const, ...captcha, ...deviceFacts(navigator) }
      const sent = await callApi(login, { body })
      keepSentCode(sent.baseDTO, { mobileNumber, next })
      return sent.baseDTO.twoStepAuthenticationType
    },
  })
}

/** Begins a sign-up; a code follows, unless the answer opens the session directly. */
export function useSignUp(next: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      mobileNumber,
      password,
      referralCode,
      acceptedTerms,
      captchaResponse,
    }: SignUpForm & Answered): Promise<'code' | 'session'> => {
      const body = {
        mobileNumber,
        password,
        acceptedTerms,
        authenticationType: 'SMS' as const,
        ...(referralCode ? { referralCode } : {}),
        ...(captchaResponse ? { captchaResponse } : {}),
        ...deviceFacts(navigator),
      }
      const sent = await callApi(register, { body })
      if (sent.token) {
        await beginSession(client)
        return 'session'
      }
      keepSentCode(sent.baseDTO, { mobileNumber, next })
      return 'code'
    },
  })
}

/** Shows the new session. The data of an earlier user of this device is wiped first. */
async function beginSession(client: QueryClient): Promise<Session | null> {
  const session = await readSession()
  pendingCode.drop()
  wipeUserData(client)
  client.setQueryData(sessionQuery().queryKey, session)
  return session
}

/** The second step of a login or sign-up; the right code opens the session. */
export function useLoginCode(pending: PendingCode) {
  const client = useQueryClient()
  const { mobileNumber } = pending
  return {
    deadline: deadlineOf(pending),
    check: async (code: string): Promise<Session | null> => {
      const contact = mobileNumber === undefined ? {} : { mobileNumber }
      await callApi(checkOtpCode, { body: { code, ...contact, ...deviceFacts(navigator) } })
      return beginSession(client)
    },
    send: async () => {
      const sent = await callApi(resendOtpCode, { body: mobileNumber === undefined ? {} : { username: mobileNumber } })
      return deadlineOf(keepSentCode(sent.baseDTO, pending))
    },
  }
}

const deadlineOf = ({ twoStep, expiresAt }: PendingCode): CodeDeadline =>
  twoStep === 'GOOGLE_AUTHENTICATOR' ? 'none' : expiresAt

/** The facts about this device that the login history shows. */
export function deviceFacts({ userAgent }: { userAgent: string }) {
  return {
    osType: firstMatch(userAgent, OS) ?? 'OTHER',
    deviceType: /Mobi|Android|iPhone|iPad/.test(userAgent) ? 'MOBILE' : 'DESKTOP',
    browser: firstMatch(userAgent, BROWSERS) ?? 'CHROME',
  }
}

/** The order matters: an iPhone also says Mac, Android also says Linux. */
const OS = { IOS: /iPhone|iPad/, ANDROID: /Android/, WINDOWS: /Windows/, MACOS: /Mac OS/, LINUX: /Linux/ }
/** The order matters: Edge, Opera and Samsung also say Chrome, Chrome also says Safari. */
const BROWSERS = {
  EDGE: /Edg/,
  OPERA: /OPR/,
  SAMSUNG: /SamsungBrowser/,
  FIREFOX: /Firefox|FxiOS/,
  CHROME: /Chrome|CriOS/,
  SAFARI: /Safari/,
}

function firstMatch(userAgent: string, names: Record<string, RegExp>): string | undefined {
  return Object.keys(names).find((name) => names[name]?.test(userAgent))
}

/** Requests a code for a new password; it is sent if the number has an account. Resolves to its deadline. */
export async function sendResetCode({ mobileNumber, channel, ...captcha }: WantedReset) {
  const body = { mobileNumber, authenticationType: channel, ...captcha, ...deviceFacts(navigator) }
  const expiresAt = deadlineIn((await callApi(forgetPassword, { body })).baseDTO.expiresInSeconds)
  pendingReset.keep({ mobileNumber, channel, expiresAt })
  return expiresAt
}

interface WantedReset extends Pick<PendingReset, 'mobileNumber' | 'channel'> {
  readonly captchaResponse?: string
}

/** Sends the code and the new password. Resolves to the time from which the password is valid, if that is later than now. */
export function useResetPassword(mobileNumber: string) {
  return useMutation({
    mutationFn: async ({ code, password }: { code: string; password: string }) => {
      const { effectiveDateTime } = (await callApi(resetPassword, { body: { code, username: mobileNumber, password } }))
        .baseDTO
      pendingReset.drop()
      return effectiveDateTime === null ? undefined : new Date(effectiveDateTime)
    },
  })
}
