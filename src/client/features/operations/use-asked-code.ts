import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { finishProof, followProof, proofAsked } from '#client/lib/proof.ts'
import { useOperatorCode } from './use-operator-code.tsx'

/** Called by a form whose act is under way with `true`, and with `false` when it has ended: it asks for the code itself, and no sheet lies over it. */
export const ActUnderWay = createContext<(isUnderWay: boolean) => void>(() => undefined)

/** The code of the authenticator in the form of the act that the server wants it for; `undefined` while none is wanted. */
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
