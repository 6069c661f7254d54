import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '#client/lib/call-api.ts'
import { askedPurpose } from '#client/lib/proof.ts'
import { prove, sendCode } from '#contract/security.ts'

/** A code that was sent to the user, with its expiry by this device's clock. */
export interface CodeOnItsWay {
  readonly method: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  /** Masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: number | 'none'
}

async function send(): Promise<CodeOnItsWay> {
  const { baseDTO } = await callApi(sendCode, { body: { purpose: askedPurpose() } })
  const { twoStepAuthenticationType: method, starTwoStepAuthentication: contact, expiresInSeconds } = baseDTO
  return { method, contact, deadline: expiresInSeconds === null ? 'none' : Date.now() + expiresInSeconds * 1_000 }
}

/** The code that is sent when it is first needed, once only, however often the user switches between ways of proof; and each later resend. */
export function useProofCode({ enabled }: { enabled: boolean }) {
  const [code, setCode] = useState<CodeOnItsWay>()
  const first = useMutation({ mutationFn: send, onSuccess: setCode })
  const { isIdle, mutate } = first
  useEffect(() => {
    if (enabled && isIdle) mutate()
  }, [enabled, isIdle, mutate])
  /** Requests another code; resolves to its lifetime in seconds. */
  const resend = useMutation({
    mutationFn: async () => {
      const sent = await send()
      setCode(sent)
      return sent.deadline === 'none' ? 0 : Math.round((sent.deadline - Date.now()) / 1_000)
    },
  })
  return { code, first, resend }
}

export const useProve = () =>
  useMutation({
    mutationFn: async (code: string) => {
      await callApi(prove, { body: { code, purpose: askedPurpose() } })
    },
  })
