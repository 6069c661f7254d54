import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { finishProof, followProof, proofAsked } from '#client/lib/proof.ts'
import { useOperatorCode } from './use-operator-code.tsx'

/**
 * An act's form calls it with `true` while its act runs and with `false` afterwards: the form asks for the code itself, so no sheet opens over it.
 */
export const ActUnderWay = createContext<(isUnderWay: boolean) => void>(() => undefined)

/** The code of the authenticator in the form of the act that the server requires it for; `undefined` while none is required. */
export function useAskedCode(isPending: boolean) {
  const setUnderWay = use(ActUnderWay)
  useEffect(() => {
    if (!isPending) return
    setUnderWay(true)
    return () => setUnderWay(false)
  }, [isPending, setUnderWay])
  const prover = useSyncExternalStore(followProof, proofAsked)
  const { field, prove, isSending } = useOperatorCode()
  if (!isPending || prover !== 'operator') return undefined
  return { field, prove, isSending, leave: () => finishProof(false) }
}
