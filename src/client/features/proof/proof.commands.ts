import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { prove, sendCode } from '#contract/security.ts'

/** A code on its way to the user, with its end on this device's clock. */
export interface CodeOnItsWay {
  readonly method: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  /** Masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: number | 'none'
}

async function send(): Promise<CodeOnItsWay> {
  const { baseDTO } = await callApi(sendCode, {})
  const { twoStepAuthenticationType: method, starTwoStepAuthentication: contact, expiresInSeconds } = baseDTO
  return { method, contact, deadline: expiresInSeconds === null ? 'none' : Date.now() + expiresInSeconds * 1_000 }
}

const CODE_KEY = ['proof-code']

/** The code that is sent when it is first asked for: once, however often the sheet is drawn, and another way is looked at. */
export const useSentCode = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    enabled,
    queryKey: CODE_KEY,
    queryFn: send,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    refetchOnMount: false,
  })

/** Another code; resolves to the seconds it lives. */
export function useResendProofCode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const sent = await send()
      client.setQueryData(CODE_KEY, sent)
      return sent.deadline === 'none' ? 0 : Math.round((sent.deadline - Date.now()) / 1_000)
    },
  })
}

export const useProve = () =>
  useMutation({
    mutationFn: async (code: string) => {
      await callApi(prove, { body: { code } })
    },
  })
