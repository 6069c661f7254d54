import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasRight, type OperatorRight } from '#domain/operator-rights.ts'
import { operatorQuery } from './operator.queries.ts'

/** An endpoint of the console, by the right that it needs. */
interface Guarded {
  readonly right: OperatorRight
}

/** The present operator's roles; none until they are known. */
export const useRoles = () => useQuery(operatorQuery()).data?.roles ?? []

/** Whether the present operator's roles have a right. */
export function useHasRight(): (needed: OperatorRight) => boolean {
  const { data: operator } = useQuery(operatorQuery())
  return (needed) => hasRight(operator?.roles ?? [], needed)
}

/** Whether the present operator may call an endpoint: what the server would refuse is not offered. */
export function useMay(): (endpoint: Guarded) => boolean {
  const has = useHasRight()
  return (endpoint) => has(endpoint.right)
}

/** Shown where the operator may call the endpoint. */
export function Allowed({ to, children }: { to: Guarded; children: ReactNode }) {
  return useMay()(to) && children
}
