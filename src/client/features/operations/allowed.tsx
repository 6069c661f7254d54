import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasRight, type OperatorRight } from '#domain/operator-rights.ts'
import { operatorQuery } from './operator.queries.ts'

/** An endpoint of the console with the right that it requires. */
interface Guarded {
  readonly right: OperatorRight
}

/** The roles of the signed-in operator; empty until they are loaded. */
export const useRoles = () => useQuery(operatorQuery()).data?.roles ?? []

/** Checks a right of the signed-in operator. */
export function useHasRight(): (needed: OperatorRight) => boolean {
  const { data: operator } = useQuery(operatorQuery())
  return (needed) => hasRight(operator?.roles ?? [], needed)
}

/** Checks whether the signed-in operator may call an endpoint, so that the console offers nothing that the server would refuse. */
export function useMay(): (endpoint: Guarded) => boolean {
  const has = useHasRight()
  return (endpoint) => has(endpoint.right)
}

/** Renders its children if the operator may call the endpoint. */
export function Allowed({ to, children }: { to: Guarded; children: ReactNode }) {
  return useMay()(to) && children
}
