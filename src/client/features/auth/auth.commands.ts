import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { readSession, type Session, sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import type { CodeDeadline } from '#client/lib/sent-code.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { checkOtpCode, login, register, resendOtpCode } from '#contract/users.ts'
import type { LoginForm, SignUpForm } from './auth-forms.logic.ts'
import { deviceFacts } from './device-facts.ts'
import { keepSentCode, type PendingCode, pendingCode } from './pending-code.ts'

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
