import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { continueSignOn, registerBySignOn } from '#contract/sign-on.ts'
import { deviceFacts } from './device-facts.ts'
import { keepPendingCode, type TwoStep } from './pending-code.ts'
import { keepPendingSignOn, readPendingSignOn } from './pending-sign-on.ts'

/** Continues after the provider: with the code of a login of the returned type, or with the sign-up of a newcomer. */
export async function continueWithProvider() {
  const { baseDTO } = await callApi(continueSignOn, { body: deviceFacts(navigator) })
  const pending = readPendingSignOn()
  if (baseDTO.next === 'CODE') keepStep(baseDTO)
  else keepPendingSignOn({ ...pending, ...(baseDTO.email === null ? {} : { email: baseDTO.email }) })
  return baseDTO
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
      keepStep((await callApi(registerBySignOn, { body })).baseDTO)
    },
  })
}

interface StepSent {
  readonly starTwoStepAuthentication: string
  readonly twoStepAuthenticationType: TwoStep
  readonly expiresInSeconds: number
}

function keepStep(sent: StepSent): void {
  const { next } = readPendingSignOn()
  keepPendingCode({
    contact: sent.starTwoStepAuthentication,
    twoStep: sent.twoStepAuthenticationType,
    expiresAt: Date.now() + sent.expiresInSeconds * 1_000,
    ...(next ? { next } : {}),
  })
}
