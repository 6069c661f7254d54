import { useMutation } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { continueSignOn, registerBySignOn } from '#contract/sign-on.ts'
import { deviceFacts } from './auth.commands.ts'
import { keepSentCode, pageOfStep, pendingSignOn } from './pending-code.ts'

/** Continues after the provider: with the code of a login of the returned type, or with the sign-up of a newcomer. */
export async function continueWithProvider() {
  const { baseDTO } = await callApi(continueSignOn, { body: deviceFacts(navigator) })
  const pending = pendingSignOn.read() ?? {}
  if (baseDTO.next === 'CODE') keepSentCode(baseDTO, pending)
  else pendingSignOn.keep({ ...pending, ...(baseDTO.email === null ? {} : { email: baseDTO.email }) })
  return baseDTO
}

/** Redirects to the next step, or returns why there is none. */
export async function afterProvider(): Promise<{ error: unknown }> {
  const { step, error } = await continueWithProvider().then(
    (step) => ({ step, error: undefined }),
    (error: unknown) => ({ step: undefined, error }),
  )
  if (isRefusal(error, 'SIGN_ON_EXPIRED')) throw redirect({ to: '/login', replace: true })
  if (!step) return { error }
  const page = step.next === 'CODE' ? pageOfStep(step.twoStepAuthenticationType) : '/sign-up/google'
  throw redirect({ to: page, replace: true })
}

interface SignOnRegistration {
  readonly mobileNumber: string
  readonly referralCode: string
  readonly acceptedTerms: boolean
}

/** Begins the sign-up of a newcomer; a code follows. */
export function useRegisterBySignOn() {
  return useMutation({
    mutationFn: async ({ mobileNumber, referralCode, acceptedTerms }: SignOnRegistration) => {
      const referral = referralCode === '' ? {} : { referralCode }
      const body = { mobileNumber, acceptedTerms, ...referral, ...deviceFacts(navigator) }
      const { baseDTO } = await callApi(registerBySignOn, { body })
      keepSentCode(baseDTO, pendingSignOn.read() ?? {})
    },
  })
}
